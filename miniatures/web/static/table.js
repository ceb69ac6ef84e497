// The table under fingers, mouse and keys: pieces are chosen, looked from and dragged; nothing is done without a word.

import { Hand, element } from "./table-hand.js";
import { View, apart, away } from "./table-view.js";

const map = document.getElementById("map");
const path = `/game/${map.dataset.game}/table`;
const view = new View(map);
const hand = new Hand(view, path);
const fan = document.getElementById("fan");
const mark = document.getElementById("mark");
const told = document.getElementById("told");
const panel = document.getElementById("act");
const TAP = 7; // pixels that a finger may tremble
const REACH = 22; // half of what a finger covers

let pieces = JSON.parse(map.dataset.where);
let chosen = null;
let drawn = null;

// --- choosing a piece, and what is before it

const markChosen = () => {
  for (const button of document.querySelectorAll("#pieces [data-piece]")) button.setAttribute("aria-pressed", String(button.dataset.piece === chosen));
  const piece = pieces[chosen];
  if (!piece) return mark.replaceChildren();
  const handles = Object.entries(hand.handles(piece)).map(([part, place]) =>
    hand.steady(place, "handle", part === "turn" ? element("path", { d: "M-6 3A7 7 0 1 1 6 3M6 3L7 -4M6 3L-0.5 2" }) : element("circle", { r: 7 }))
  );
  mark.replaceChildren(hand.shape(piece, "picked"), ...handles);
  view.steady(mark);
};

const look = async () => {
  await htmx.ajax("GET", `${path}/chosen?${new URLSearchParams({ unit: chosen })}`, { source: "#chosen", target: "#chosen", swap: "innerHTML" });
  const drawing = document.querySelector("#chosen .drawing");
  if (!drawing || document.querySelector("#chosen [data-chosen]").dataset.chosen !== chosen) return;
  fan.replaceChildren(...drawing.childNodes);
  drawing.remove();
  view.steady(fan);
  crowd();
};

// Where stamps would cover each other, the less important keep only their cross; a tap tells the rest.
const crowd = () => {
  const taken = [];
  for (const stamp of [...fan.querySelectorAll(".stamp")].reverse()) {
    stamp.classList.remove("small");
    const box = stamp.querySelector(".words rect").getBoundingClientRect();
    const covered = taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
    stamp.classList.toggle("small", covered);
    if (!covered) taken.push(box);
  }
};

const choose = (name, reveal = false) => {
  letGo();
  chosen = name in pieces ? name : null;
  fan.replaceChildren();
  markChosen();
  if (!chosen) return document.getElementById("chosen").replaceChildren();
  if (reveal) {
    view.reveal(pieces[chosen].centre);
    show(map);
  }
  look();
};

const stamped = (name) => fan.querySelector(`.stamp[data-name="${CSS.escape(name)}"]`);

const tellEnemy = (name) => {
  for (const one of fan.querySelectorAll(".stamp")) one.classList.toggle("told", one.dataset.name === name);
  fan.append(stamped(name));
  for (const one of document.querySelectorAll("[data-enemy]")) {
    one.open = one.dataset.enemy === name;
    if (one.open) one.scrollIntoView({ block: "nearest" });
  }
};

const under = (place, reach) => {
  const found = Object.entries(pieces)
    .map(([name, piece]) => [away(place, piece) / view.pixel, piece.outline.length, name])
    .filter(([far]) => far <= reach)
    .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return found.length ? found[0][2] : null;
};

// What is told of it comes into sight: beside the map it is scrolled to, on a phone it follows below.
const show = (part) => {
  const aside = document.querySelector(".aside");
  if (aside.scrollHeight > aside.clientHeight) aside.scrollTop = 0;
  else part.scrollIntoView({ block: "nearest" });
};

// --- dragging

const drop = async (focus) => {
  const address = hand.release();
  map.classList.remove("dragging");
  if (!address) return hand.clear();
  await htmx.ajax("GET", address, { source: "#act", target: "#act", swap: "innerHTML" });
  show(panel);
  if (focus) panel.querySelector("h2")?.focus();
};

const letGo = () => {
  hand.clear();
  if (panel.querySelector("[data-dropped]") || panel.firstElementChild?.matches(".trouble")) panel.replaceChildren();
};

let said = 0;
hand.told = (answer, no) => {
  clearTimeout(said);
  const words = `${answer.what}. ${answer.spent}. ${no ? `The rules say no: ${answer.against.join("; ")}` : ""}`;
  said = setTimeout(() => (told.textContent = words), 400);
};

// --- fingers and mouse

const fingers = new Map();
let act = null;

const partUnder = (place) => {
  const piece = pieces[chosen];
  if (!piece) return null;
  const near = Object.entries(hand.handles(piece))
    .map(([part, at]) => [apart(place, at) / view.pixel, part])
    .filter(([far]) => far <= REACH)
    .sort((one, other) => one[0] - other[0]);
  const inside = away(place, piece) / view.pixel;
  if (near.length && (near[0][0] < 14 || inside > 0)) return near[0][1];
  return inside <= 10 ? "body" : null;
};

map.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  map.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, event);
  if (fingers.size === 2) {
    if (act?.kind === "drag") hand.clear();
    act = { kind: "pinch" };
    return;
  }
  if (fingers.size > 2) return;
  const place = view.place(event);
  let part = partUnder(place);
  const other = under(place, 0);
  if (event.pointerType === "mouse" && !part && other) [part, act] = ["body", { pick: other }];
  act = { kind: part ? "hold" : "pan", part, place, event, pick: act?.pick };
});

map.addEventListener("pointermove", (event) => {
  if (!fingers.has(event.pointerId)) return;
  const before = fingers.get(event.pointerId);
  if (act?.kind === "pinch" && fingers.size === 2) {
    const [a, b] = [...fingers.values()];
    fingers.set(event.pointerId, event);
    const [c, d] = [...fingers.values()];
    const wide = (one, two) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) || 1;
    const mid = (one, two) => ({ clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 });
    const [from, to] = [mid(a, b), mid(c, d)];
    view.pan(to.clientX - from.clientX, to.clientY - from.clientY);
    view.zoom(wide(c, d) / wide(a, b), to);
    return;
  }
  fingers.set(event.pointerId, event);
  if (!act?.event) return;
  const moved = Math.hypot(event.clientX - act.event.clientX, event.clientY - act.event.clientY);
  if (act.kind === "hold" && moved > TAP) {
    if (act.pick) choose(act.pick);
    letGo();
    hand.begin(chosen, pieces[chosen], act.part, act.place);
    map.classList.add("dragging");
    act.kind = "drag";
  }
  if (act.kind === "drag") hand.move(view.place(event));
  if (act.kind === "pan" && (act.moving || moved > TAP)) {
    act.moving = true;
    map.classList.add("panning");
    view.pan(event.clientX - before.clientX, event.clientY - before.clientY);
  }
});

const lift = (event) => {
  if (!fingers.delete(event.pointerId)) return;
  map.classList.remove("panning");
  const done = act;
  if (fingers.size) return;
  act = null;
  if (event.type === "pointercancel") return done?.kind === "drag" && hand.clear();
  if (done?.kind === "drag") return drop();
  if (!done?.event || done.moving || done.kind === "pinch") return;
  const name = under(view.place(event), REACH);
  if (name && name !== chosen && stamped(name)) tellEnemy(name);
  else if (name !== chosen) choose(name);
};
map.addEventListener("pointerup", lift);
map.addEventListener("pointercancel", lift);
map.addEventListener("wheel", (event) => {
  event.preventDefault();
  view.zoom(Math.exp(-Math.sign(event.deltaY) * Math.min(60, Math.abs(event.deltaY)) / 220), event);
}, { passive: false });

// --- keys and buttons

const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

map.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = Number(map.dataset.nudge) * (event.shiftKey ? 0.2 : 1);
  const [x, y] = ARROWS[event.key] ?? [0, 0];
  const turn = { ",": -5, ".": 5 }[event.key] ?? 0;
  if ((x || y || turn) && chosen) {
    if (!hand.gesture) {
      letGo();
      hand.begin(chosen, pieces[chosen], "body", pieces[chosen].centre);
    }
    hand.nudge(x * step, y * step, turn);
  } else if (x || y) view.pan(-x * 60, y * 60);
  else if (event.key === "+" || event.key === "=") view.zoom(1.4);
  else if (event.key === "-") view.zoom(1 / 1.4);
  else if (event.key === "Enter" && hand.gesture) drop(true);
  else if (event.key === "Escape") hand.gesture ? letGo() : choose(null);
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const zoom = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (zoom === "fit") view.fit();
  else if (zoom === "piece") view.closeUp(pieces[chosen]);
  else if (zoom) view.zoom(zoom === "in" ? 1.5 : 1 / 1.5);
  const piece = event.target.closest("[data-piece]");
  if (piece) {
    choose(piece.dataset.piece, true);
    map.focus({ preventScroll: false });
  }
  if (event.target.closest("[data-cancel]")) letGo();
  if (event.target.closest("[data-let-go]")) choose(null);
});

// Of several ways the one that is looked at is drawn.
const showWay = (event) => {
  const way = event.target.closest?.("[data-drawn]");
  if (way && hand.name) hand.show(JSON.parse(way.dataset.drawn));
};
panel.addEventListener("pointerover", showWay);
panel.addEventListener("focusin", showWay);

// --- what others do

const redraw = async (again) => {
  if (!again && drawn === view.drawn) return;
  const width = (drawn = view.drawn);
  const answer = await fetch(`${path}/troops?width=${width}`);
  const picture = answer.ok ? await answer.text() : "";
  if (!picture || width !== drawn) return; // an answer to an older question
  document.getElementById("troops").innerHTML = picture;
  view.draw();
};

let settling = 0;
view.changed.push(() => {
  markChosen();
  clearTimeout(settling);
  settling = setTimeout(() => {
    crowd();
    redraw(false);
  }, 150);
});

document.body.addEventListener("moved", async () => {
  const answer = await fetch(`${path}/where`);
  if (!answer.ok) return;
  ({ pieces } = await answer.json());
  if (!panel.querySelector("[data-dropped]")) hand.clear();
  if (chosen && !(chosen in pieces)) choose(null);
  else if (chosen) look();
  markChosen();
  redraw(true);
});
if (map.dataset.first) choose(map.dataset.first, true);
document.addEventListener("htmx:after:swap", (event) => {
  markChosen();
  if (event.detail.ctx.target === panel) show(panel);
});
