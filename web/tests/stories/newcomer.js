// A newcomer's first five minutes: the lobby, a seat, and a round of each of the six games with keys alone.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

story("the lobby shows tables of every game and jackpots that grow", async ({ comes }) => {
  const guest = await comes();
  await guest.opens("/");
  for (const [book, game] of GAMES) {
    const section = guest.page.locator("section.game", { has: guest.page.locator(`a[href="/rules/${book}/game/${game}"]`) });
    assert.ok((await section.locator(".table-card").count()) >= 2, `${book} ${game} has tables`);
    assert.match(await section.locator(".table-card").first().innerText(), /(from \$\d|\$\d[\d,.]* to \$\d)/, "limits stand on the card");
    for (const other of ["odds", "practice"]) assert.equal(await section.locator(`nav a[href="/${other}/${book}/${game}"]`).count(), 1);
  }
  const cents = () => guest.page.locator("[data-live=jackpots] [data-cents]").evaluateAll((all) => all.map((meter) => Number(meter.dataset.cents)));
  const before = await cents();
  assert.equal(before.length, 4, "one meter a book");
  // Patrons who play by themselves lay jackpot wagers; the meters follow without a reload.
  await guest.page.waitForFunction((old) => [...document.querySelectorAll("[data-live=jackpots] [data-cents]")].some((meter, at) => Number(meter.dataset.cents) > old[at]), before, { timeout: 40_000 });
  await guest.photographs("lobby");
});

// A patron sits at one table at a time, so three newcomers go round: each plays two of the six games.
const NEWCOMERS = [["player", 0, 3], ["alex", 1, 4], ["sam", 2, 5]];

story("a newcomer plays a round of each game with keys alone", async ({ comes, note }) => {
  await Promise.all(NEWCOMERS.map(async ([name, ...games]) => {
    const guest = await comes();
    await guest.opens("/");
    for (const at of games) {
      const [book, game] = GAMES[at];
      const table = await tableOf(guest, book, game);
      if (at === games[0]) await guest.logsInAs(name, `/tables/${table}`);
      await guest.sitsDownAt(table);
      await guest.laysWithKeys("4");
      await guest.isReady();
      const decisions = await guest.playsOn();
      const { lines, net } = await guest.settlement();
      await guest.photographs(`table-${game}-${book}`);
      assert.ok(decisions.length >= 1, "something was decided");
      assert.ok(lines.length >= 1, "something was settled");
      for (const line of lines) {
        assert.match(line.result, /^[a-z-]+/, `${line.spot} says how it went`);
        assert.match(line.clause, /^\d+(\.\d+)*(\([a-z]+\))*/, `${line.spot} names its clause`);
        if (/^(win|lose)/.test(line.result)) assert.match(line.result, /[+−-]\$\d/, `${line.spot} shows its amount`);
      }
      assert.match(net, /^This round: (won \$|lost \$|even)/);
      note(`${game} under ${book}: ${decisions.join(", ")}; ${lines.map((line) => `${line.spot} ${line.result} ${line.clause}`).join(", ")}; ${net}`);
      await guest.leaves();
    }
  }));
});
