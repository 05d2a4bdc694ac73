"use strict";
// Past rounds: stepping without loading the page anew, and the proof of the cards with the browser's own SHA-256. Both work on
// what the page says; without this file the steps are links. The keys are press.js's, by data-key-press. Also reads a file into the field that data-into names.
(() => {
  const one = (what, where = document) => where.querySelector(what);
  const all = (what, where = document) => [...where.querySelectorAll(what)];

  // Steps.
  const pages = new Map();
  const fetched = (address) => {
    if (!pages.has(address)) {
      pages.set(address, fetch(address, { headers: { Accept: "text/html" } }).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      }));
      pages.get(address).catch(() => pages.delete(address));
    }
    return pages.get(address);
  };
  let asked = 0;
  async function go(address, mark) {
    const mine = ++asked;
    let text;
    try { text = await fetched(address); } catch { location.assign(address); return; }
    if (mine !== asked) return;
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#replay");
    const old = one("#replay");
    if (!fresh || !old) { location.assign(address); return; }
    const play = one("[data-play]", fresh);
    if (play) play.checked = playing;
    old.replaceWith(document.adoptNode(fresh));
    history.replaceState(null, "", address);
    const again = mark && one(`[data-go="${mark}"]`);
    (again ?? one("[data-play]"))?.focus({ preventScroll: true });
    window.cardroom?.say(one("#replay .said")?.textContent ?? "");
    const next = one('[data-go="on"]');
    if (next) fetched(next.href);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#replay a[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link.href, link.dataset.go);
  });

  // By itself, where somebody wants that.
  let playing = false, timer = 0;
  document.addEventListener("change", (event) => {
    if (!event.target.matches?.("[data-play]")) return;
    playing = event.target.checked;
    clearInterval(timer);
    if (!playing) return;
    timer = setInterval(() => {
      const next = one('#replay a[data-go="on"]');
      if (next) { go(next.href, null); return; }
      playing = false;
      clearInterval(timer);
      const play = one("[data-play]");
      if (play) play.checked = false;
    }, 1200);
  });

  // The proof: the same recipe as the page describes.
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  async function hash(title, ...parts) {
    const head = new TextEncoder().encode(title + "\0");
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, head.length));
    whole.set(head);
    let at = head.length;
    for (const part of parts) { whole.set(part, at); at += part.length; }
    return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  }
  async function proves(row, commitment) {
    let place = Number(row.dataset.place);
    const salt = bytes(one("[data-salt]", row).textContent.trim());
    let now = await hash("cardroom card 1", Uint8Array.of(place, Number(row.dataset.number)), salt);
    for (const other of one("[data-beside]", row).textContent.trim().split(" ").map(bytes)) {
      now = place % 2 ? await hash("cardroom pair 1", other, now) : await hash("cardroom pair 1", now, other);
      place = Math.floor(place / 2);
    }
    return hex(now) === commitment;
  }
  one("[data-check]")?.addEventListener("click", async (event) => {
    const button = event.currentTarget;
    const commitment = one("[data-commitment]").textContent.trim();
    let good = true;
    for (const row of all("[data-opening]")) {
      const proved = await proves(row, commitment);
      good &&= proved;
      one("[data-result]", row).textContent = proved ? "✓" : "✗";
    }
    const told = one("[data-checked]");
    told.textContent = good ? button.dataset.good : button.dataset.bad;
    window.cardroom?.say(told.textContent);
    told.className = good ? "notice ok" : "notice no";
  });

  // A file into a field.
  for (const input of all("input[type=file][data-into]")) {
    input.addEventListener("change", async () => {
      const field = document.getElementById(input.dataset.into);
      if (field && input.files[0]) field.value = await input.files[0].text();
    });
  }
})();
