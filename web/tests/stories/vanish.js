// Somebody closes the tab, at every step of every game: the others play on, and who comes back is told what was done and why.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

/** Long enough to press a key on a busy machine, short enough to be waited for. */
const DECISION = 5;
const CLOCKS = ["betting-seconds=6", `decision-seconds=${DECISION}`, "bots=0"];

/** What the notice of somebody who was away says and cites, by book. */
const CITES = {
  "crown-sydney-poker-minors-3.3": ["13.7", "AMB-63"],
  "star-sydney-mississippi-stud-4": ["11.11", "MS-A9"],
  "crown-melbourne-mississippi-stud-3.0": ["7.4.2", "MS-A56"],
  "crown-melbourne-three-card-poker-5.1": ["9.5.2(b)", "TC-A29"],
};
/** Decisions of each game, and whether a check is free there. */
const FREE = { "ultimate-texas-holdem": [true, true, false], "caribbean-stud": [false], "three-card-poker": [false] };
const STREETS = [false, false, false];

/** One game: at each of its decisions somebody is gone, and from the beginning somebody sits there who does nothing at all. */
async function game(told, [book, name]) {
  const stays = await told.comes({ into: told.house });
  const table = await tableOf(stays, book, name);
  await stays.logsInAs("alex", `/tables/${table}`);
  await stays.sitsDownAt(table);
  const seated = await told.comes({ into: told.house });
  await seated.logsInAs("player", `/tables/${table}`);
  await seated.sitsDownAt(table);
  await seated.goes();

  const decisions = FREE[name] ?? STREETS;
  for (const [step, free] of decisions.entries()) {
    const gone = await told.comes({ into: told.house });
    await gone.logsInAs("sam", `/tables/${table}`);
    if (step === 0) await gone.sitsDownAt(table);
    // A wager lies, and nobody says that it may be dealt: the clock does.
    await gone.laysWithKeys("4");
    if (step === 0) await gone.goes();
    await stays.laysWithKeys("4");
    await stays.isReady();
    const playing = stays.playsOn();
    for (let decided = 0; step > 0 && decided < step; decided++) {
      const choices = await gone.waitsForTurn();
      const before = await gone.page.locator(".decisions").innerText();
      // Where a bet would end the decisions, check: the next one is to be missed too.
      await gone.presses((choices.find((choice) => /^Check/.test(choice.words)) ?? choices.find((choice) => !choice.fold)).key);
      await gone.page.waitForFunction((old) => document.querySelector(".decisions")?.innerText !== old, before);
    }
    if (step > 0) await gone.goes();
    await playing;
    assert.match((await stays.settlement()).net, /^This round:/, `${name}: the round ends though decision ${step + 1} is missed`);

    const back = await told.comes({ into: told.house });
    await back.logsInAs("sam", `/tables/${table}`);
    const notes = back.page.locator(".while-away p:not([data-sorry])");
    await back.sees(notes);
    const last = await notes.last().innerText();
    assert.match(last, /You were away/, last);
    assert.match(last, name === "three-card-poker" ? /the Ante .* was folded/ : /was folded/, last);
    assert.deepEqual(await notes.last().locator("a.clause").allInnerTexts(), CITES[book], last);
    const checked = (await notes.allInnerTexts()).filter((text) => /was checked/.test(text)).length;
    assert.equal(checked, decisions.slice(step).filter(Boolean).length, `${name}: a free decision that is missed is a check`);
    if (free) assert.ok(checked > 0);
    if (step === 0) await back.photographs(`vanish-${name}`);
    await back.page.locator(".while-away button").click();
    await back.page.locator(".while-away").waitFor({ state: "detached" });
    await back.goes();
  }
  for (const name of ["sam", "player"]) {
    const leaver = await told.comes({ into: told.house });
    await leaver.logsInAs(name, `/tables/${table}`);
    await leaver.leaves();
    await leaver.goes();
  }
  await stays.leaves();
  await stays.goes();
}

story("in every game somebody vanishes at every step, the others play on, and who comes back is told", async ({ another, comes }) => {
  const house = await another({ settings: CLOCKS });
  const told = { house, comes };
  // One patron plays in one place of a casino at a time; three casinos play at once.
  const operators = new Map();
  for (const each of GAMES) {
    const operator = each[0].split("-").slice(0, 2).join("-");
    operators.set(operator, [...(operators.get(operator) ?? []), each]);
  }
  await Promise.all([...operators.values()].map(async (games) => {
    for (const each of games) await game(told, each);
  }));
});

story("the pit sees whom a table waits for, and gives up the hand of somebody who has gone", async ({ another, comes }) => {
  const house = await another({ settings: ["betting-seconds=5", "decision-seconds=600", "bots=0"] });
  const [book, name] = GAMES[4];
  const gone = await comes({ into: house });
  const table = await tableOf(gone, book, name);
  await gone.logsInAs("sam", `/tables/${table}`);
  await gone.sitsDownAt(table);
  await gone.laysWithKeys("4");
  await gone.isReady();
  await gone.waitsForTurn();
  await gone.goes();

  const supervisor = await comes({ into: house });
  await supervisor.logsInAs("supervisor", `/pit/tables/${table}`);
  assert.match(await supervisor.reads(".waiting"), /waits for place 1/i);
  await supervisor.photographs("vanish-pit");
  await supervisor.page.locator("#absent-1 button").click();
  await supervisor.sees(supervisor.page.locator(".waiting li", { hasText: /away, folded/ }));
  const told = await comes({ into: house });
  await told.logsInAs("sam", `/tables/${table}`);
  assert.match(await told.reads(".while-away"), /was folded/);
  await told.photographs("vanish-told");
});
