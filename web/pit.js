"use strict";
// The pit beside its forms: an award that has just come is heard, and a form is not sent twice while its answer is on the way.
(() => {
  const known = () => [...document.querySelectorAll(".award")].map((item) => item.dataset.award).join(" ");
  let before = known();
  document.addEventListener("cardroom:frame", () => {
    const now = known();
    if (now && now !== before) window.cardroom?.play("win");
    before = now;
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches(".pit-form")) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
  });
  // A page that is come back to has its forms fresh.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll(".pit-form")) delete form.dataset.sent;
  });
})();
