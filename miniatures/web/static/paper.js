// The button that opens the print dialog; without script the browser's own menu does.
"use strict";

(() => {
  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
