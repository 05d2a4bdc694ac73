"use strict";
// Past rounds: stepping without loading the page anew, and the proof of the cards with the browser's own SHA-256. Both work on
// what the page says; without this file the steps are links. The keys are commands.js's, by data-key-press. Also reads a file into the field that data-into names.
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
    window.cardroom?.announce(one("#replay .said")?.textContent ?? "");
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

  // The proof: the same recipe as the page describes, in fair.js.
  const openingOf = (row) => ({
    place: Number(row.dataset.place),
    number: Number(row.dataset.number),
    card: row.dataset.card,
    salt: one("[data-salt]", row).textContent.trim(),
    beside: one("[data-beside]", row).textContent.trim().split(" "),
  });
  one("[data-check]")?.addEventListener("click", async (event) => {
    const button = event.currentTarget;
    const commitment = one("[data-commitment]").textContent.trim();
    const rows = all("[data-opening]");
    let good = true;
    for (const row of rows) {
      const proved = await window.cardroomFair.proves(openingOf(row), commitment);
      good &&= proved;
      one("[data-result]", row).textContent = proved ? "✓" : "✗";
    }
    // Each card that was seen lay at the place that the order demands, and the own seed is what the house signed for.
    const deal = JSON.parse(one("[data-deal]").dataset.deal);
    const mine = deal.receipt && { seed: deal.receipt.seed, receipt: deal.receipt };
    try { await window.cardroomFair.check({ deal, openings: rows.map(openingOf) }, mine); } catch { good = false; }
    if (mine && (await window.cardroomFair.isSigned(deal.receipt)) === false) good = false;
    const told = one("[data-checked]");
    told.textContent = good ? button.dataset.good : button.dataset.bad;
    window.cardroom?.announce(told.textContent);
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
