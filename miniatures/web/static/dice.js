// Big keys for real dice, steppers, and folds that stay as they were. Without this script the form works all the same.
"use strict";

(() => {
  const form = () => document.getElementById("act-form");
  const field = () => document.getElementById("dice");
  const faces = () => (field()?.value ?? "").split(/[\s,;]+/).filter(Boolean);

  // A whole throw is read at once; of half a throw nobody wants to know.
  const write = (found, read) => {
    field().value = found.join(" ");
    show();
    if (read) htmx.trigger(form(), "throw");
  };

  const show = () => {
    const keys = document.querySelector(".keys");
    if (!keys) return;
    const open = Number(keys.dataset.done) + Number(keys.dataset.need) - faces().length;
    keys.dataset.open = open;
    const words = document.getElementById("still");
    if (words) words.textContent = open > 1 ? `${open} dice to go` : open === 1 ? "one die to go" : "";
  };

  const press = (face) => {
    const keys = document.querySelector(".keys");
    if (!field()) return;
    const found = faces();
    if (face === "back") {
      const settled = keys ? Number(keys.dataset.done) : found.length;
      found.pop();
      write(found, found.length < settled);
      return;
    }
    if (!keys) return;
    found.push(face);
    write(found, found.length >= Number(keys.dataset.done) + Number(keys.dataset.need));
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest(".key");
    if (key) press(key.dataset.face);
    const step = event.target.closest("[data-step]");
    if (step) {
      const input = step.parentElement.querySelector("input");
      const least = input.dataset.least === undefined ? -Infinity : Number(input.dataset.least);
      const most = input.dataset.most === undefined ? Infinity : Number(input.dataset.most);
      const from = Number(input.value || (Number.isFinite(least) ? least - 1 : 0));
      if (Number.isNaN(from)) return;
      input.value = Math.min(most, Math.max(least, from + Number(step.dataset.step)));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const face = event.key === "Backspace" ? "back" : event.key;
    const key = document.querySelector(`.key[data-face="${CSS.escape(face)}"]`);
    if (!key) return;
    event.preventDefault();
    press(face);
  });

  // Others have acted: all is measured again, with what was typed. An answer that is on its way comes first.
  const follow = () => {
    const open = form();
    if (!open || open.classList.contains("htmx-request")) return;
    const seen = open.elements.namedItem("after");
    if (seen && Number(seen.value) < Number(document.body.dataset.head)) htmx.trigger(open, "throw");
  };
  document.addEventListener("moved", follow);

  // Fast fingers type on while a throw is being read: what they typed since it was sent comes behind the answer.
  let sent = [];
  let since = [];
  document.addEventListener("htmx:before:request", (event) => {
    if (event.detail.ctx.sourceElement === form()) sent = faces();
  });

  // What was opened stays open when the form comes back from the table.
  let folds = new Map();
  const ours = (event) => event.detail.ctx?.target?.id === "act"; // the odds come by themselves, and change nothing else
  document.addEventListener("htmx:before:swap", (event) => {
    if (!ours(event)) return;
    since = faces().slice(sent.length);
    folds = new Map([...document.querySelectorAll("#act details[id]")].map((one) => [one.id, one.open]));
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (!ours(event)) return;
    for (const [id, open] of folds) {
      const fold = document.getElementById(id);
      if (fold && open) fold.open = true;
    }
    if (since.length && field()) {
      const keys = document.querySelector(".keys");
      const found = [...faces(), ...since];
      since = [];
      write(found, keys && found.length >= Number(keys.dataset.done) + Number(keys.dataset.need));
    }
    show();
    follow();
  });
})();
