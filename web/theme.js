"use strict";
// Before the first paint: what this browser keeps about the look, so that nothing changes colour under the eyes.
// Theme: "light", "dark" or as the system has it; deck: "four" colours or two.
(() => {
  const root = document.documentElement;
  root.classList.add("script");
  try {
    const theme = localStorage.getItem("cardroom.theme");
    if (theme === "light" || theme === "dark") root.classList.add(theme);
    if (localStorage.getItem("cardroom.deck") === "four") root.classList.add("four-colour");
  } catch {
    // A browser that keeps nothing shows the house's own look.
  }
})();
