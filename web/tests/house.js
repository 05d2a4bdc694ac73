// The real program on a floor of its own: opened on a free port, stopped as an operator stops it, opened again where it was.
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:net";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const BINARY = process.env.CARDROOM_BIN ?? join(ROOT, "target/release/cardroom");
// Makes a floor on which a royal flush is about to be dealt: one of the examples, which the tests of the workspace build.
const PREPARED = process.env.CARDROOM_PREPARED ?? join(dirname(BINARY), "examples/prepared");

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

// A run that is interrupted leaves no program behind.
const running = new Set();
process.once("exit", () => running.forEach((child) => child.kill()));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

export class House {
  #running = null;
  #said = "";

  /**
   * Opens a furnished floor that nobody else uses; `prepared` has a table at which a royal flush comes next, `settings` are those
   * of the program: ["decision-seconds=5"].
   */
  static async open({ prepared = false, settings = [] } = {}) {
    for (const [file, setting] of [[BINARY, "CARDROOM_BIN"], ...(prepared ? [[PREPARED, "CARDROOM_PREPARED"]] : [])]) {
      if (!existsSync(file)) throw new Error(`there is no program at ${file}: build it, or name it in ${setting}`);
    }
    const house = new House();
    house.settings = settings;
    house.data = mkdtempSync(join(tmpdir(), "cardroom-browser-"));
    if (prepared) execFileSync(PREPARED, [house.data], { stdio: "pipe" });
    house.address = `127.0.0.1:${await freePort()}`;
    house.url = `http://${house.address}`;
    await house.again();
    return house;
  }

  /** Opens it, the first time or after it was stopped: same floor, same address. */
  async again() {
    const { CARDROOM_CONFIG, CARDROOM_STORE, CARDROOM_KEY, CARDROOM_ADDRESS, ...env } = process.env;
    const child = spawn(BINARY, ["serve", "--address", this.address, ...this.settings.flatMap((setting) => ["--set", setting])], {
      env: { ...env, XDG_DATA_HOME: this.data },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    this.#said = "";
    await new Promise((done, fail) => {
      const hear = (text) => {
        this.#said += text;
        if (this.#said.includes("is open: http")) done();
      };
      child.stdout.setEncoding("utf8").on("data", hear);
      child.stderr.setEncoding("utf8").on("data", hear);
      child.on("error", fail);
      child.on("exit", (code, signal) => fail(new Error(`the program ended (${code ?? signal}) and said:\n${this.#said}`)));
    });
  }

  /** Stops it as an operator would; tells how it ended. */
  async stop() {
    const child = this.#running;
    if (!child || child.exitCode !== null) return child?.exitCode;
    const ended = new Promise((done) => child.once("exit", (code, signal) => done(code ?? signal)));
    child.kill("SIGTERM");
    this.#running = null;
    return ended;
  }

  /** What it has said since it was opened. */
  get said() { return this.#said; }

  async close() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
