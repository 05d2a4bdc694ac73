"use strict";
// Keys for the buttons of a practice table: each button names its own. Without this the page works by mouse and tab.
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, [contenteditable]");
  if (typing || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const key = event.key.toLowerCase();
  const named = [...document.querySelectorAll("button[data-key-press]")];
  const button = named.find((one) => one.dataset.keyPress === key && !one.disabled);
  if (button) {
    event.preventDefault();
    button.click();
  }
});
// A form goes once: a second press while the page loads does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent);
});
