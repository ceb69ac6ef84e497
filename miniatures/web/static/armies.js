// Building an army: the sheet over the list, fields that are written as soon as they change, quick taps in a row.
"use strict";

(() => {
  const over = document.getElementById("sheet-over");
  if (!over) return;

  // The answer itself says whether its sheet opens: when it was asked for, or has trouble to tell.
  over.addEventListener("sheet-open", () => over.open || over.showModal());
  over.addEventListener("sheet-done", () => over.open && over.close());
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") && over.open) {
      event.preventDefault();
      over.close();
    }
    if (event.target === over) over.close();
  });

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
