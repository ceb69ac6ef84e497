// The hand on a piece: its outline follows the finger at once, and the server says where it would really end.

import { apart, facing, middle } from "./table-view.js";

const SVG = "http://www.w3.org/2000/svg";
const HANDLE = 26; // pixels ahead of the front, for turning
const NARROW = 40; // pixels of a front below which a finger cannot tell its corners apart

export const element = (name, attributes = {}, ...inside) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

const bearing = (from, to) => (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;

export class Hand {
  constructor(view, path) {
    this.view = view;
    this.path = path;
    this.over = document.getElementById("hand");
    this.ghosts = document.getElementById("ghosts");
    this.gesture = null;
  }

  at([x, y]) {
    return [x, this.view.depth - y];
  }

  points(outline) {
    return outline.map((corner) => this.at(corner).join(",")).join(" ");
  }

  shape(piece, kind) {
    if (piece.outline.length) return element("polygon", { points: this.points(piece.outline), class: kind });
    const [cx, cy] = this.at(piece.centre);
    return element("circle", { cx, cy, r: piece.diameter / 2, class: kind });
  }

  // Where each part of a piece can be taken hold of.
  handles(piece) {
    if (!piece.outline.length) return {};
    const [left, right] = piece.outline;
    if (apart(left, right) < NARROW * this.view.pixel) return {};
    const front = middle(piece.outline);
    const turned = (facing(piece.outline) * Math.PI) / 180;
    const ahead = HANDLE * this.view.pixel;
    return { left, right, turn: [front[0] + Math.sin(turned) * ahead, front[1] + Math.cos(turned) * ahead] };
  }

  begin(name, piece, part, place) {
    this.name = name;
    this.piece = piece;
    this.part = part;
    this.from = place;
    this.front = piece.outline.length ? middle(piece.outline) : piece.centre;
    this.nudged = { x: 0, y: 0, turn: 0 };
    this.held = element("g", {}, this.shape(piece, "held"));
    this.over.replaceChildren(this.held);
    this.view.map.dataset.holding = "";
    this.gesture = null;
  }

  // The finger is here now.
  move(place) {
    const { piece, part, from, front } = this;
    const [dx, dy] = [place[0] - from[0], place[1] - from[1]];
    if (part === "body") {
      this.gesture = { part, x: front[0] + dx, y: front[1] + dy };
      this.held.setAttribute("transform", `translate(${dx} ${-dy})`);
      this.hold = [front[0] + dx, front[1] + dy];
    } else if (part === "turn") {
      const turn = bearing(piece.centre, place) - facing(piece.outline);
      this.gesture = { part, x: piece.centre[0], y: piece.centre[1], facing: (((facing(piece.outline) + turn) % 360) + 360) % 360 };
      this.turnHeld(turn, piece.centre);
      this.hold = place;
    } else {
      const [left, right] = piece.outline;
      const [corner, pivot] = part === "left" ? [left, right] : [right, left];
      const to = [corner[0] + dx, corner[1] + dy];
      this.gesture = { part, x: to[0], y: to[1] };
      this.turnHeld(bearing(pivot, to) - bearing(pivot, corner), pivot);
      this.hold = to;
    }
    this.ask();
  }

  turnHeld(degrees, about) {
    const [x, y] = this.at(about);
    this.held.setAttribute("transform", `rotate(${degrees} ${x} ${y})`);
  }

  // With the keys: a step, or a turn.
  nudge(x, y, turn) {
    const { piece, front, nudged } = this;
    nudged.x += x;
    nudged.y += y;
    nudged.turn += turn;
    const moved = nudged.x || nudged.y || !nudged.turn;
    const own = piece.outline.length ? facing(piece.outline) : 0;
    const to = [front[0] + nudged.x, front[1] + nudged.y];
    this.gesture = { part: moved ? "body" : "turn", x: to[0], y: to[1] };
    if (nudged.turn && piece.outline.length) this.gesture.facing = (((own + nudged.turn) % 360) + 360) % 360;
    const about = this.at(moved ? front : piece.centre);
    this.held.setAttribute("transform", `translate(${nudged.x} ${-nudged.y}) rotate(${nudged.turn} ${about.join(" ")})`);
    this.hold = to;
    this.ask();
  }

  query() {
    const said = new URLSearchParams({ unit: this.name });
    for (const [key, value] of Object.entries(this.gesture)) said.set(key, typeof value === "number" ? value.toFixed(3) : value);
    return said;
  }

  // One question at a time; the latest gesture is asked next, and an answer that came too late is not shown.
  async ask() {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    while (this.stale && this.gesture) {
      this.stale = false;
      const name = this.name;
      try {
        const answer = await fetch(`${this.path}/steer?${this.query()}`, { headers: { Accept: "application/json" } });
        if (answer.ok && this.gesture && name === this.name) this.show(await answer.json());
      } catch {
        this.stale = false; // no line: the outline still follows the finger
      }
    }
    this.asking = false;
  }

  // Ghosts, ruler and words as the server tells them.
  show(told) {
    const no = told.against.length > 0;
    const drawn = element("g", { class: no ? "no" : "yes" });
    for (const one of Object.values(told.least)) drawn.append(this.shape(one, "ghost least"));
    for (const one of Object.values(told.ghosts)) drawn.append(this.shape(one, "ghost"));
    const own = told.ghosts[this.name];
    if (own) drawn.append(...this.ruler(own, told));
    if (told.overlaps.length && this.hold) drawn.append(this.steady(this.hold, "cross", element("path", { d: "M-16 -16L16 16M16 -16L-16 16", class: "overlap" })));
    if (this.hold) drawn.append(this.label(told.spent || (no ? "not by the rules" : told.what), no));
    this.ghosts.replaceChildren(drawn);
    this.view.steady(this.ghosts);
    this.told?.(told, no);
  }

  ruler(own, told) {
    const pick = { left: ([a]) => a, right: ([, b]) => b }[this.part] ?? middle;
    const [start, end] = this.piece.outline.length ? [pick(this.piece.outline), pick(own.outline)] : [this.piece.centre, own.centre];
    if (apart(start, end) < 0.01) return [];
    const share = told.against.length && told.share >= 1 ? 0 : told.share;
    const turns = [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
    const line = (a, b, kind) => element("path", { d: `M${this.at(a).join(" ")}L${this.at(b).join(" ")}`, class: kind });
    return [...(share > 0 ? [line(start, turns, "ruler")] : []), ...(share < 1 ? [line(turns, end, "ruler red")] : [])];
  }

  steady(place, kind, ...inside) {
    const [x, y] = this.at(place);
    return element("g", { class: `steady ${kind}`, "data-x": x, "data-y": y }, ...inside);
  }

  label(words, no) {
    const wide = words.length * 7.6 + 16;
    const text = element("text", { x: 0, y: -39, "text-anchor": "middle" });
    text.textContent = words;
    return this.steady(this.hold, no ? "label no" : "label", element("rect", { x: -wide / 2, y: -54, width: wide, height: 22, rx: 5 }), text);
  }

  // Let go, and what was dragged stays drawn until it is done or not.
  release() {
    const address = this.gesture ? `${this.path}/dropped?${this.query()}` : null;
    this.free();
    return address;
  }

  clear() {
    this.gesture = null;
    this.over.replaceChildren();
    this.ghosts.replaceChildren();
    this.free();
  }

  // What others did meanwhile is shown now.
  free() {
    if (!("holding" in this.view.map.dataset)) return;
    delete this.view.map.dataset.holding;
    document.dispatchEvent(new CustomEvent("let-go"));
  }
}
