// A live round at the dealer's console: real cards typed with two keys each, and something that goes wrong on the way.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

const box = (dealer, place) => dealer.page.locator(".boxes .box", { has: dealer.page.getByRole("heading", { name: `Place ${place} ` }) });

/** Seats a patron with chips for cash, and lays their Ante. */
async function seats(dealer, place, patron, ante) {
  await dealer.page.locator(`#sit-${place} summary`).click();
  await dealer.page.locator(`#patron-${place}`).fill(String(patron));
  await dealer.page.locator(`#sit-${place} form`).first().locator("button").click();
  await dealer.page.locator(`#money-${place} summary`).click();
  await dealer.page.locator(`#buy-${place}`).fill("500");
  await dealer.page.locator(`#money-${place} form`).first().locator("button").click();
  await dealer.sees(box(dealer, place).getByText("$500 in chips"));
  await dealer.page.locator(`#w-${place}-ante`).fill(ante);
  await dealer.page.locator(`#w-${place}-ante`).press("Enter");
  await dealer.sees(box(dealer, place).locator(".lies"));
  await dealer.page.locator("h1").first().click();
}
/** The next step of the procedure, by its key. */
async function goesOn(dealer, words) {
  await dealer.sees(dealer.page.locator("[data-live=next] button:not([disabled])", { hasText: words }));
  await dealer.presses("Space");
}
/** Cards as a dealer types them: rank and suit, two keys each. */
async function types(dealer, cards) {
  for (const card of cards.split(" ")) await dealer.presses(card[0].toLowerCase(), card[1]);
}

story("a dealer records a live round by keys; a hand taken in by mistake is ruled on and approved", async ({ comes }) => {
  const dealer = await comes();
  const table = await tableOf(dealer, ...GAMES[0], { live: true });
  const watcher = await comes();
  await watcher.opens(`/tables/${table}`);
  await dealer.logsInAs("dealer", `/dealer/${table}`);
  await seats(dealer, 1, 3, "25");
  await seats(dealer, 2, 2, "30");
  for (const step of ["Check the cards", "Shuffle", "Cut the pack", "No more bets", "Deal"]) await goesOn(dealer, step);

  // The up card, two keys; those who watch hear of it.
  await dealer.sees("input[data-record=now]");
  await types(dealer, "Kh");

  // A slip is taken back at once, and why is asked.
  await (await dealer.sees("#take-back-dealer summary")).click();
  await dealer.page.locator("#why-dealer").selectOption("misread");
  await dealer.page.locator("#take-back-dealer button").click();
  await dealer.sees("input[data-record=now]");
  await dealer.page.locator("h1").first().click();
  await types(dealer, "Qh");
  await dealer.sees(dealer.page.locator("[data-live=next]", { hasText: "Place 1 decides" }));
  await watcher.sees(watcher.page.locator(".log", { hasText: "up card is turned up" }));
  await dealer.photographs("dealer");

  // Something went wrong: the book's own list, the ruling before it is given, and who must approve it.
  await dealer.presses("!");
  const sheet = await dealer.sees("#trouble-sheet[open]");
  await sheet.locator("a[data-sheet]", { hasText: "I took in a hand" }).click();
  await sheet.locator('input[name="seat"][value="2"]').check();
  const ruling = sheet.locator(".ruling", { hasText: "Place 2" });
  await ruling.waitFor();
  assert.match(await ruling.innerText(), /Place 2\s+Ante\s+void, goes back\s+\$30\s+13\.4\.3/);
  assert.match(await ruling.innerText(), /or above to rule\. 13\.4\.2/);
  await dealer.photographs("dealer-irregularity");
  await ruling.locator('input[name$=".badge"]').first().fill("supervisor");
  await ruling.locator('input[name$=".pin"]').first().fill("cardroom");
  await ruling.locator("button", { hasText: "Apply the ruling" }).click();
  await sheet.waitFor({ state: "hidden" });
  await dealer.sees(box(dealer, 2).getByText("$500 in chips"));

  // Place 1 plays on, the dealer's other cards are turned up; a card that lies there already is refused at once.
  await dealer.presses("2");
  await goesOn(dealer, "Turn up and go on");
  await dealer.sees('#record-dealer[data-record="now"]');
  await types(dealer, "Qd 7s 6c 2d");
  const hand = await dealer.sees('#record-1[data-record="now"]');
  await types(dealer, "As Qd");
  assert.equal(await hand.inputValue(), "As", "no card lies in two places");
  await types(dealer, "Ad Ah Ks 2c");
  await dealer.presses("Enter");

  // The guide says what to pay, box after box; then it is paid.
  const guide = dealer.page.locator("ol.guide .box", { hasText: "Place 1" });
  assert.match(await (await dealer.sees(guide)).innerText(), /pay \$25\b/s);
  await dealer.page.locator("h1").first().click();
  await goesOn(dealer, "Settle place 1");
  await dealer.sees(guide.filter({ hasText: "settled" }));
  await dealer.photographs("dealer-paying");
  assert.match(await guide.innerText(), /Ante wins \$25 8\.4\.2\(a\)\(ii\)\s+Bet wins \$150 8\.4\.4\(a\)/);
  await goesOn(dealer, "Settle what is left");
  await dealer.sees(box(dealer, 1).getByText("$675 in chips"));

  // It can be recalled, and the players are free to go.
  await dealer.presses("h");
  await dealer.page.waitForURL(/\/recall/);
  const recalled = await dealer.reads("main");
  assert.match(recalled, /hand taken.* 13\.4\.2 .*\(staff 20\)/, "who approved it is kept");
  assert.match(recalled, /cards of the dealer is taken back: it was Kh; a card was misread/, "a corrected card stays in the log");
  assert.match(recalled, /the dealer (qualifies|does not qualify) with/);
  assert.match(recalled, /place 1 \(.* \(patron 3\)\) shows As Ad Ah Ks 2c: three of a kind, aces/);
  await dealer.opens(`/dealer/${table}`);
  for (const place of [1, 2]) {
    await dealer.page.locator(`#money-${place} summary`).click();
    await dealer.page.locator(`#money-${place} form`).last().locator("button").click();
    await dealer.sees(`#sit-${place}`);
  }
});
