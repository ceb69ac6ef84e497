// What of the table is seen: moved, pinched and zoomed. Places are those of the table, with north up.

const WIDTHS = [320, 480, 720, 1080, 1600, 2400, 3600, 5400, 8000];

export class View {
  constructor(map) {
    this.map = map;
    this.depth = Number(map.dataset.depth);
    this.width = Number(map.dataset.width);
    [this.left, this.top, this.across, this.down] = map.dataset.box.split(" ").map(Number);
    this.changed = [];
    this.asked = false;
    new ResizeObserver(() => this.resized()).observe(map);
    this.fit();
  }

  get size() {
    return this.map.getBoundingClientRect();
  }

  // Units of the table in a pixel.
  get pixel() {
    return this.w / this.size.width;
  }

  fit() {
    const { width, height } = this.size;
    this.w = Math.max(this.across, (this.down * width) / (height || 1));
    this.x = this.left + (this.across - this.w) / 2;
    this.y = this.top + (this.down - (this.w * height) / (width || 1)) / 2;
    this.whole = true;
    this.draw();
  }

  resized() {
    if (this.whole) this.fit();
    else this.draw();
  }

  // Once in a frame, however often a finger moves.
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      const { width, height } = this.size;
      const box = `${this.x} ${this.y} ${this.w} ${(this.w * height) / (width || 1)}`;
      for (const svg of this.map.querySelectorAll(".layer > svg, svg.layer")) svg.setAttribute("viewBox", box);
      this.steady();
      for (const tell of this.changed) tell();
    });
  }

  // What keeps its size on the screen.
  steady(inside = this.map) {
    const pixel = this.pixel;
    for (const one of inside.querySelectorAll(".steady")) {
      one.setAttribute("transform", `translate(${one.dataset.x} ${one.dataset.y}) scale(${pixel})`);
    }
  }

  // On the sheet, y running down, and on the table, y running up.
  sheet(event) {
    const { left, top } = this.size;
    return [this.x + (event.clientX - left) * this.pixel, this.y + (event.clientY - top) * this.pixel];
  }

  place(event) {
    const [x, y] = this.sheet(event);
    return [x, this.depth - y];
  }

  pan(right, down) {
    this.x -= right * this.pixel;
    this.y -= down * this.pixel;
    this.keep();
  }

  // Something of the table is always to be seen.
  keep() {
    const { width, height } = this.size;
    const h = (this.w * height) / width;
    const some = 0.25;
    this.x = Math.min(this.left + this.across - this.w * some, Math.max(this.left - this.w * (1 - some), this.x));
    this.y = Math.min(this.top + this.down - h * some, Math.max(this.top - h * (1 - some), this.y));
    this.whole = false;
    this.draw();
  }

  zoom(factor, event) {
    const { width, height, left, top } = this.size;
    const at = event ? [event.clientX - left, event.clientY - top] : [width / 2, height / 2];
    const before = this.pixel;
    const most = Math.max(this.across, (this.down * width) / height) * 1.6;
    this.w = Math.min(most, Math.max(this.across / 24, this.w / factor));
    const gained = before - this.w / width;
    this.x += at[0] * gained;
    this.y += at[1] * gained;
    this.keep();
  }

  // Brings a place into sight, if it is not.
  reveal([x, y]) {
    const { width, height } = this.size;
    const h = (this.w * height) / width;
    const down = this.depth - y;
    const edge = 0.08;
    if (x > this.x + this.w * edge && x < this.x + this.w * (1 - edge) && down > this.y + h * edge && down < this.y + h * (1 - edge)) return;
    this.x = x - this.w / 2;
    this.y = down - h / 2;
    this.keep();
  }

  // So near that its corners can be told apart.
  closeUp(piece) {
    const wide = piece.outline.length ? apart(piece.outline[0], piece.outline[1]) : piece.diameter;
    this.w = Math.min(this.across, (wide * this.size.width) / 110);
    this.x = this.y = -Infinity;
    this.whole = false;
    this.reveal(piece.centre);
  }

  // The breadth for which the troops are to be drawn now.
  get drawn() {
    const pixels = this.width / this.pixel;
    return WIDTHS.filter((width) => width <= pixels).pop() ?? WIDTHS[0];
  }
}

// Outlines are those of the table: front left, front right, rear right, rear left.
export const middle = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
export const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

export const facing = (outline) => {
  const [left, right] = outline;
  return ((Math.atan2(left[1] - right[1], right[0] - left[0]) * 180) / Math.PI + 360) % 360;
};

const toEdge = (point, a, b) => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = Math.min(1, Math.max(0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
  return apart(point, [a[0] + share * dx, a[1] + share * dy]);
};

// How far a place is from a piece; nothing inside of it.
export const away = (point, piece) => {
  const corners = piece.outline;
  if (!corners.length) return Math.max(0, apart(point, piece.centre) - piece.diameter / 2);
  let inside = false;
  let least = Infinity;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length];
    least = Math.min(least, toEdge(point, a, b));
    if (a[1] > point[1] !== b[1] > point[1] && point[0] < ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  });
  return inside ? 0 : least;
};
