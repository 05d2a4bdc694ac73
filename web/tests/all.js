// All stories, in the order in which a visitor would live them.
const only = process.argv.slice(2);
const STORIES = ["newcomer", "rulings", "rejoin", "vanish", "plain", "phone", "settings", "books", "practice", "jackpot", "dealer", "past", "fairness", "pit", "day", "amounts", "pages"];
for (const name of only.length ? only : STORIES) await import(`./stories/${name}.js`);
