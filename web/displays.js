"use strict";
// A screen on a wall: it stays awake, and hides the pointer that nobody holds.
(() => {
  let lock = null;
  const wake = async () => {
    if (document.hidden || !navigator.wakeLock) return;
    try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; }
  };
  document.addEventListener("visibilitychange", () => { if (!lock || lock.released) wake(); });
  wake();
  let quiet = 0;
  const still = () => document.documentElement.classList.add("nobody");
  const moved = () => {
    document.documentElement.classList.remove("nobody");
    clearTimeout(quiet);
    quiet = setTimeout(still, 5000);
  };
  addEventListener("pointermove", moved);
  moved();
})();
