// Big keys for real dice, steppers, and folds that stay as they were. Without this script the form works all the same.
"use strict";

(() => {
  const form = () => document.getElementById("act-form");
  const field = () => document.getElementById("dice");
  const split = (typed) => (typed ?? "").split(/[\s,;]+/).filter(Boolean);
  const faces = () => split(field()?.value);
  const due = (keys) => Number(keys.dataset.done) + Number(keys.dataset.need);
  let asking = false;

  // A whole throw is read at once; of half a throw nobody wants to know. One answer is waited for at a time.
  const write = (found, read) => {
    field().value = found.join(" ");
    show();
    if (read && !asking) htmx.trigger(form(), "throw");
  };

  const show = () => {
    const keys = document.querySelector(".keys");
    if (!keys) return;
    const open = due(keys) - faces().length;
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
    write(found, found.length >= due(keys));
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

  const ours = (event) => event.detail.ctx?.sourceElement?.id === "act-form";

  // Others have acted: all is measured again, with what was typed.
  const follow = () => {
    const seen = form()?.elements.namedItem("after");
    if (seen && !asking && Number(seen.value) < Number(document.body.dataset.head)) htmx.trigger(form(), "throw");
  };
  document.addEventListener("moved", follow);

  // Fast fingers type on while a throw is being read: what they typed since it was sent comes behind the answer.
  document.addEventListener("htmx:config:request", (event) => {
    if (!ours(event)) return;
    asking = true;
    event.detail.ctx.dice = split(event.detail.ctx.request.body?.get?.("dice"));
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (!asking || event.detail.ctx?.dice === undefined) return;
    asking = false;
    const keys = document.querySelector(".keys");
    const more = faces().join() !== event.detail.ctx.dice.join();
    if (more && keys && faces().length >= due(keys)) htmx.trigger(form(), "throw");
    else follow();
  });

  // What was opened stays open when the form comes back from the table.
  let folds = new Map();
  let since = [];
  document.addEventListener("htmx:before:swap", (event) => {
    if (!ours(event)) return;
    since = faces().slice(event.detail.ctx.dice?.length ?? 0);
    folds = new Map([...document.querySelectorAll("#act details[id]")].map((one) => [one.id, one.open]));
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx?.dice === undefined) return;
    for (const [id, open] of folds) {
      const fold = document.getElementById(id);
      if (fold && open) fold.open = true;
    }
    if (since.length && field()) field().value = [...faces(), ...since].join(" ");
    since = [];
    show();
  });
})();
