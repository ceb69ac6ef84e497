// Building an army: the sheet over the list, fields that are written as soon as they change, quick taps in a row.
"use strict";

(() => {
  const over = document.getElementById("sheet-over");
  if (!over) return;

  // A sheet that was asked for opens; one with trouble in it opens again.
  document.addEventListener("htmx:after:swap", () => {
    const sheet = document.getElementById("sheet");
    const asked = over.dataset.asked || (sheet && sheet.querySelector(".trouble"));
    delete over.dataset.asked;
    if (asked && sheet.childElementCount && !over.open) over.showModal();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[hx-target="#sheet"]')) over.dataset.asked = "yes";
    if (event.target.closest("[data-close]") && over.open) {
      event.preventDefault();
      over.close();
    }
    if (event.target === over) over.close();
  });
  document.addEventListener("sheet-done", () => over.open && over.close());

  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-autosave]");
    if (form) form.requestSubmit(form.querySelector("#save"));
  });

  // Taps that waited for one another act upon what the one before them left.
  document.addEventListener("htmx:before:request", (event) => {
    const body = event.detail.ctx.request.body;
    const seen = document.getElementById("seen");
    if (seen && body && body.has && body.has("seen")) body.set("seen", seen.value);
  });
})();
