// Leafing through a battle: the steps around the one that is shown are fetched before they are asked for.
"use strict";

(() => {
  const AHEAD = 3;
  const PACE = 1100; // milliseconds for each event while it plays

  const form = document.getElementById("replay");
  const slider = document.getElementById("at");
  const place = document.getElementById("place");
  const steps = document.getElementById("steps");
  const play = form.querySelector(".play");
  const known = new Map();
  let wanted = Number(slider.value);
  let clock = 0;

  const fetched = (position) => {
    if (!known.has(position)) {
      const asked = fetch(`${form.action}?at=${position}`, { headers: { "HX-Request": "true" } })
        .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
        .catch(() => known.delete(position));
      known.set(position, asked);
    }
    return known.get(position);
  };

  const show = async (position) => {
    const last = Number(slider.max);
    wanted = Math.min(Math.max(position, 1), last);
    slider.value = wanted;
    place.value = `${wanted} of ${last}`;
    const asked = wanted;
    const text = await fetched(asked);
    if (asked !== wanted || typeof text !== "string") return; // the thumb has moved on, or the line is down
    steps.innerHTML = text;
    const step = document.getElementById("step");
    slider.max = step.dataset.last;
    place.value = `${wanted} of ${slider.max}`;
    history.replaceState(null, "", `${form.getAttribute("action")}?at=${wanted}`);
    for (let next = 1; next <= AHEAD; next += 1) if (wanted + next <= Number(slider.max)) fetched(wanted + next);
    if (wanted > 1) fetched(wanted - 1);
  };

  const stop = () => {
    window.clearInterval(clock);
    clock = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  };

  const start = () => {
    if (wanted >= Number(slider.max)) show(1);
    play.textContent = "Stop";
    play.setAttribute("aria-pressed", "true");
    clock = window.setInterval(() => (wanted >= Number(slider.max) ? stop() : show(wanted + 1)), PACE);
  };

  for (const button of form.querySelectorAll("button[hidden]")) button.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  slider.addEventListener("input", () => show(Number(slider.value)));
  form.querySelector(".leaf-back").addEventListener("click", () => show(wanted - 1));
  form.querySelector(".leaf-on").addEventListener("click", () => show(wanted + 1));
  play.addEventListener("click", () => (clock ? stop() : start()));

  // Arrows leaf from anywhere on the page; on the slider itself they do so already.
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") show(wanted - 1);
    else if (event.key === "ArrowRight") show(wanted + 1);
    else return;
    event.preventDefault();
  });

  // Somebody plays on, or takes back: what was fetched may have changed.
  document.body.addEventListener("moved", () => {
    known.clear();
    show(wanted);
  });

  show(wanted);
})();
