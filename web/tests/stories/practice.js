// Practice: a coach who may be asked, and a score that tells the truth.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES } from "../floor.js";

const THREE_CARD = `/practice/${GAMES[5].join("/")}`;

async function dealsThese(guest, own) {
  await guest.page.locator("#own").fill(own);
  await guest.page.locator("form.cards button").click();
  await guest.sees(".actions button.decide[name=choice]");
}

story("the coach is asked: the best decision, and what the others cost", async ({ comes }) => {
  const guest = await comes();
  await guest.opens(THREE_CARD);
  await dealsThese(guest, "As Ad Ac");
  await guest.page.locator('form[action$="/ask"] button').click();
  assert.match(await guest.reads("#coach .best"), /^Best: Bet/);
  const prices = await guest.page.locator("#coach table.prices tbody tr").evaluateAll((rows) => rows.map((row) => row.innerText.replace(/\s+/g, " ")));
  assert.equal(prices.length, 2);
  assert.match(prices.find((line) => /Bet/.test(line)), /best .*nothing/);
  assert.match(prices.find((line) => /Fold/.test(line)), /\$\d/, "to fold three aces has its price");
  await guest.photographs("practice");
  await guest.presses("b");
  assert.match(await guest.reads("section.score"), /Decided with the coach\s+1/, "what was asked is not counted");
});

story("a wrong decision lowers the score, by keys and without scripts alike", async ({ comes }) => {
  for (const javaScriptEnabled of [true, false]) {
    const guest = await comes({ javaScriptEnabled });
    await guest.opens(THREE_CARD);
    const decide = async (key) => {
      if (javaScriptEnabled) await guest.presses(key);
      else await guest.page.locator(`.actions button[data-key-press="${key}"]`).click();
      await guest.sees("#coach .verdict");
    };
    await dealsThese(guest, "As Ad Ac");
    await decide("b");
    assert.match(await guest.reads("section.score"), /1 of 1 \(100%\)/);
    await dealsThese(guest, "Ks Kd Kc");
    await decide("f");
    assert.match(await guest.reads("#coach .verdict.bad"), /Fold cost \$\d.* best was Bet/s);
    assert.match(await guest.reads("section.score"), /1 of 2 \(50%\)/);
    assert.match(await guest.reads("section.score"), /Your mistakes cost\s+\$\d/);
  }
});
