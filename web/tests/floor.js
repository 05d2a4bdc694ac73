// What stands on the furnished floor, and where.
import assert from "node:assert/strict";

/** The six games of the books: book and game. */
export const GAMES = [
  ["crown-sydney-poker-minors-3.3", "caribbean-stud"],
  ["crown-sydney-poker-minors-3.3", "mississippi-stud"],
  ["crown-sydney-poker-minors-3.3", "ultimate-texas-holdem"],
  ["star-sydney-mississippi-stud-4", "mississippi-stud"],
  ["crown-melbourne-mississippi-stud-3.0", "mississippi-stud"],
  ["crown-melbourne-three-card-poker-5.1", "three-card-poker"],
];

/** The number of a table of a game, found as people find it: in the lobby. */
export async function tableOf(visitor, book, game, { live = false } = {}) {
  await visitor.opens("/");
  const section = visitor.page.locator("section.game", { has: visitor.page.locator(`a[href="/rules/${book}/game/${game}"]`) });
  const card = section.locator(".table-card", { hasText: live ? "real cards" : "dealt by the system" }).first();
  const link = await card.locator('a[href^="/tables/"]').getAttribute("href");
  assert.match(link, /^\/tables\/\d+$/);
  return Number(link.split("/").pop());
}
