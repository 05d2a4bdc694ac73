"use strict";
// Keeps a page fresh. Frames of the socket named in body[data-socket] are HTML: each [data-live=NAME] in a frame takes the
// place of the page's own where it differs. Pages work without this file wherever nothing is live. Attributes it knows:
//   data-live NAME        a region; what is being typed, focus, scroll ([data-scroll], .scroll, ol) and open <details> stay
//   data-key KEY          new: travels from [data-origin=shoe] (cards) or [data-origin=rack]; data-from names another origin
//   data-reveal KEY       new: appears in its turn (data-turn 0, 1, …), each within 250 ms of the one before
//   data-say [KEY]        new: its text is said once, in #said
//   data-seconds-left, data-until-ms   count down; data-cents [data-meter] glides; data-sound card|chip|win is heard when new
// Other scripts use window.cardroom.announce(text); the event "cardroom:frame" follows each frame. What is pressed is in commands.js.
(() => {
  const body = document.body;
  const all = (where, what) => [...where.querySelectorAll(what)];
  const one = (what) => document.querySelector(what);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
  };

  // What a dealer would say, for those who listen.
  const announcedOnce = new Set(all(document, "[data-say]").map(announceKey));
  function announceKey(item) { return item.dataset.say || item.textContent; }
  function announce(text) {
    const said = one("#said");
    if (!said || !text.trim()) return;
    said.append(make("p", "", text.trim()));
    while (said.childElementCount > 30) said.firstChild.remove();
  }
  function sayNew(where) {
    for (const item of all(where, "[data-say]")) {
      if (!announcedOnce.has(announceKey(item))) { announcedOnce.add(announceKey(item)); announce(item.textContent); }
    }
  }

  // Regions.
  const last = new Map();
  function frame(text, moving) {
    const holder = document.createElement("template");
    holder.innerHTML = text;
    const sounds = new Set();
    for (const fresh of all(holder.content, "[data-live]")) {
      if (fresh.parentElement?.closest("[data-live]")) continue;
      const name = fresh.dataset.live;
      const old = one(`[data-live="${CSS.escape(name)}"]`);
      const html = fresh.outerHTML;
      if (!old || (last.get(name) ?? old.outerHTML) === html) { last.set(name, html); continue; }
      last.set(name, html);
      replace(old, fresh, moving, sounds);
    }
    sounds.forEach((sound) => window.cardroom.play?.(sound));
    document.dispatchEvent(new CustomEvent("cardroom:frame"));
  }

  // While somebody presses, nothing is replaced under the finger: a button that went away between down and up would not hear it.
  let pressed = 0;
  const waiting = [];
  const arrive = (...what) => (pressed ? waiting.push(what) : frame(...what));
  const release = () => {
    clearTimeout(pressed);
    pressed = 0;
    waiting.splice(0).forEach((what) => frame(...what));
  };
  addEventListener("pointerdown", () => { clearTimeout(pressed); pressed = setTimeout(release, 700); }, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release), true);

  function replace(old, fresh, moving, sounds) {
    const before = new Map(all(old, "[data-key]").map((item) => [item.dataset.key, item.innerHTML]));
    const revealed = new Set(all(old, "[data-reveal]").map((item) => item.dataset.reveal));
    const heard = new Set(all(old, "[data-sound]").map((item) => item.outerHTML));
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const same = (item) => {
      if (item.id) return fresh.querySelector("#" + CSS.escape(item.id));
      for (const mark of ["data-key-press", "name", "href"]) {
        const value = item.getAttribute(mark);
        const like = `${item.localName}[${mark}="${CSS.escape(value ?? "")}"]`;
        if (value) return all(fresh, like)[all(old, like).indexOf(item)] ?? null;
      }
      return null;
    };
    for (const typed of all(old, "input:not([type=hidden]), textarea, select")) {
      const next = same(typed);
      if (!next) continue;
      if (typed.type === "checkbox" || typed.type === "radio") {
        if (typed.checked !== typed.defaultChecked) next.checked = typed.checked;
      } else if (typed.localName === "select") {
        if ([...typed.options].some((each) => each.selected !== each.defaultSelected)) next.value = typed.value;
      } else if (typed.value !== typed.defaultValue) {
        next.value = typed.value;
      }
    }
    const summary = (item) => item.id || item.querySelector("summary")?.textContent;
    const opened = new Map(all(old, "details").map((item) => [summary(item), item.open]));
    for (const item of all(fresh, "details")) if (opened.has(summary(item))) item.open = opened.get(summary(item));
    const scrollers = (where) => [where, ...all(where, "[data-scroll], .scroll, ol")];
    const scrolled = scrollers(old).map((item) => [item.scrollLeft, item.scrollTop]);
    for (const meter of all(old, "[data-cents]")) if (meter.id || meter.dataset.meter) glides.set(glideKey(meter), shownCents(meter));
    // A refusal is read for a while, whatever else happens at the table meanwhile.
    all(old, "[data-error]").forEach((item, at) => {
      if (!item.firstChild || performance.now() - Number(item.dataset.since) > 8000) return;
      const place = all(fresh, "[data-error]")[at];
      if (place) { place.replaceChildren(...item.childNodes); place.dataset.since = item.dataset.since; } else fresh.append(item);
    });
    const caret = focused && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
    const next = focused && focused !== old ? same(focused) : null;

    old.replaceWith(fresh);

    scrollers(fresh).forEach((item, at) => { if (scrolled[at]) [item.scrollLeft, item.scrollTop] = scrolled[at]; });
    if (focused) {
      // What had the focus may be gone: then the region has it, never another button, which a second press would press.
      if (!next && !fresh.hasAttribute("tabindex")) fresh.tabIndex = -1;
      (next ?? fresh).focus({ preventScroll: true });
      try { if (next && caret?.[0] !== null && caret) next.setSelectionRange(...caret); } catch { /* not a text */ }
    }
    sayNew(fresh);
    all(fresh, "[data-cents]").forEach(glide);
    tick();
    if (!moving) return;
    let at = 0;
    for (const item of all(fresh, "[data-key]")) {
      const was = before.get(item.dataset.key);
      if (was === undefined) { travel(item, at++); sounds.add(item.matches(".card") ? "card" : "chip"); }
      else if (was !== item.innerHTML && item.matches(".card")) turnOver(item);
    }
    for (const item of all(fresh, "[data-reveal]")) if (!revealed.has(item.dataset.reveal)) reveal(item);
    for (const item of all(fresh, "[data-sound]")) if (!heard.has(item.outerHTML)) sounds.add(item.dataset.sound);
  }

  // Motion is over within 250 ms.
  function travel(item, at) {
    const from = one(`[data-origin="${CSS.escape(item.dataset.from ?? (item.matches(".card") ? "shoe" : "rack"))}"]`) ?? one(".dealer");
    if (still.matches || !from || document.hidden) return;
    const [start, end] = [from.getBoundingClientRect(), item.getBoundingClientRect()];
    const [x, y] = [start.x + (start.width - end.width) / 2 - end.x, start.y + (start.height - end.height) / 2 - end.y];
    item.animate([{ transform: `translate(${x}px, ${y}px)`, opacity: 0.2 }, { transform: "none", opacity: 1 }],
      { duration: 180, delay: Math.min(at * 14, 70), easing: "ease-out", fill: "backwards" });
  }
  function turnOver(item) {
    if (!still.matches) item.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }

  // What is settled shows one after another.
  function reveal(item) {
    if (still.matches || document.hidden) return;
    item.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }],
      { duration: 200, delay: 220 * Number(item.dataset.turn || 0), easing: "ease-out", fill: "backwards" });
  }

  // Meters: whole cents, from what was shown to what is true, never beyond it.
  const glides = new Map();
  const glideKey = (meter) => meter.id || meter.dataset.meter;
  const shownCents = (meter) => BigInt(meter.dataset.shown ?? meter.dataset.cents);
  function inDollars(cents) {
    const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
    return (cents < 0n ? "-$" : "$") + digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",") + "." + digits.slice(-2);
  }
  function glide(meter) {
    let to;
    try { to = BigInt(meter.dataset.cents); } catch { return; }
    const from = glides.get(glideKey(meter));
    // A meter that fell was paid or put right: that is shown at once.
    if (from === undefined || from >= to || still.matches || document.hidden) return;
    const began = performance.now();
    const step = (now) => {
      const gone = Math.max(0, Math.floor(now - began));
      const cents = gone >= 900 ? to : from + ((to - from) * BigInt(gone)) / 900n;
      meter.dataset.shown = cents;
      meter.textContent = inDollars(cents);
      if (cents < to && meter.isConnected) requestAnimationFrame(step);
    };
    step(began);
  }

  // Countdowns.
  const ends = new WeakMap();
  function tick() {
    for (const item of all(document, "[data-seconds-left], [data-until-ms]")) {
      if (!ends.has(item)) ends.set(item, item.dataset.untilMs ? Number(item.dataset.untilMs) - Date.now() + performance.now() : performance.now() + Number(item.dataset.secondsLeft) * 1000);
      const left = Math.max(0, Math.ceil((ends.get(item) - performance.now()) / 1000));
      if (Number.isNaN(left)) continue;
      const two = (number) => String(number).padStart(2, "0");
      const hours = Math.floor(left / 3600);
      const text = (hours ? hours + ":" + two(Math.floor(left / 60) % 60) : Math.floor(left / 60)) + ":" + two(left % 60);
      if (item.textContent !== text) item.textContent = text;
      item.classList.toggle("soon", left <= 10);
    }
  }
  tick();
  setInterval(tick, 250);

  // The socket.
  let socket = null, tries = 0, again = 0, dimmer = 0, silence = 0, beats = false;
  function connect() {
    clearTimeout(again);
    if (!body.dataset.socket || (socket && socket.readyState < 2)) return;
    let first = true;
    const mine = socket = new WebSocket(new URL(body.dataset.socket, location.href.replace(/^http/, "ws")));
    mine.onmessage = (message) => {
      if (mine !== socket) return;
      tries = 0;
      found();
      // An empty frame is a beat: whoever sends beats and falls silent is gone.
      if (message.data === "") beats = true;
      else { arrive(message.data, !first); first = false; }
      clearTimeout(silence);
      if (beats) silence = setTimeout(() => { mine.close(); closed({ code: 0 }); }, 45000);
    };
    mine.onclose = (event) => { if (mine === socket) closed(event); };
  }
  function closed(event) {
    socket = null;
    clearTimeout(silence);
    if (event.code === 4401) return location.assign("/log-in");
    dimmer ||= setTimeout(lost, 400);
    again = setTimeout(connect, Math.min(5000, 250 * 2 ** tries++ * (0.75 + Math.random() / 2)));
  }
  function lost() {
    if (body.classList.contains("lost")) return;
    body.classList.add("lost");
    body.append(make("div", "lost-banner", body.dataset.lost));
    announce(body.dataset.lost);
  }
  function found() {
    clearTimeout(dimmer);
    dimmer = 0;
    body.classList.remove("lost");
    one(".lost-banner")?.remove();
  }
  const soon = () => { if (!document.hidden) { tries = 0; connect(); } };
  for (const name of ["online", "pageshow"]) addEventListener(name, soon);
  document.addEventListener("visibilitychange", soon);
  // One that is still being opened goes with the page by itself; to close it would leave a warning.
  addEventListener("pagehide", () => { const open = socket; socket = null; if (open?.readyState === WebSocket.OPEN) open.close(); });
  connect();

  window.cardroom = { announce };
})();
