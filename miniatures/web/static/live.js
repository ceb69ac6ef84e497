// What only a browser can do: follow the game, hold still while somebody drags or types, open rules in a dialog.
"use strict";

(() => {
  const body = document.body;
  let waiting = false;
  let cut = false;

  // A drag, or a form that somebody fills in, keeps the page as it is until it is done.
  const held = () => document.querySelector("[data-holding]") !== null;

  const moved = () => {
    if (held()) {
      waiting = true;
      return;
    }
    waiting = false;
    body.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
  };

  document.addEventListener("head", (event) => {
    const head = String(event.detail.data);
    document.getElementById("line")?.setAttribute("hidden", "");
    if (head === body.dataset.head && !cut) return;
    cut = false;
    body.dataset.head = head;
    moved();
  });

  // Whoever ends a drag says so, and what came in the meantime is shown.
  document.addEventListener("let-go", () => waiting && moved());
  document.addEventListener("htmx:sse:error", () => document.getElementById("line")?.removeAttribute("hidden"));
  // What was being fetched when the line was cut never came: the page looks again, even at the same event.
  for (const kind of ["htmx:sse:error", "htmx:error"]) document.addEventListener(kind, () => (cut = true));
  document.addEventListener("htmx:sse:close", (event) => {
    if (event.detail.reason === "ended") document.getElementById("line")?.removeAttribute("hidden");
  });

  // A rule number opens its rule where one is; with the key for a new tab, or without script, it is a plain link.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.rule");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const dialog = document.getElementById("rule");
    htmx.ajax("GET", link.href, { target: "#rule-text", swap: "innerHTML" }).then(() => {
      if (!dialog.open) dialog.showModal();
    });
  });
})();
