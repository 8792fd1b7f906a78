import { rm } from "node:fs/promises";
import { join } from "node:path";
import { initRecorded, MAIN, RESOURCE } from "../commands/data/recorded-data.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { CHANGING_CALLS, killingAt, withoutStrace, type Fault, type Random } from "./fault.js";
import { runUnder } from "./hammered-node.js";

/** About as many as a thread of the database makes of its most frequent call. */
const MOST_CALLS = 120;
const FILES = ["--main", MAIN, "--resource", RESOURCE];

export const fault: Fault = {
  fault: "An import is killed",
  made: `strace kills \`data import\` of the recorded chain when one of its threads makes its nth ${CHANGING_CALLS.join(", ")}; the next one goes on in the same directory`,
  promise: "the next import completes the chain, and `data check` finds nothing",
  times: { full: 100, sample: 0 },
  obstacle: withoutStrace,
  async run(times, random) {
    const root = await makeTempDirectory();
    try {
      let [kills, complete] = [0, 0];
      while (kills < times) {
        const path = join(root, String(complete));
        await initRecorded(path);
        kills += await killUntilComplete(path, times - kills, random);
        complete += 1;
      }
      return `${kills} kills, ${complete} chains complete, check clean`;
    } finally {
      await rm(root, { recursive: true });
    }
  },
};

/** Kills imports into one directory until one ends by itself, or at most so many, then checks the whole chain. */
async function killUntilComplete(path: string, most: number, random: Random): Promise<number> {
  const place = ["--data-dir", path, "--json"];
  const words = ["data", "import", ...FILES, ...place];
  let kills = 0;
  for (; kills < most; kills += 1) {
    const { code, stderr } = await runUnder(killingAt(random, MOST_CALLS), words);
    if (code === 0) break;
    if (code !== null) throw new Error(`The import ended with ${code}: ${stderr}`);
  }
  const ended = await runUnder([], words);
  const heights = { main_height: 81, resource_height: 42 };
  if (ended.code !== 0 || !isLike(JSON.parse(ended.stdout), heights))
    throw new Error(`The last import: ${ended.stdout}${ended.stderr}`);
  const checked = await runUnder([], ["data", "check", ...place]);
  if (checked.code !== 0) throw new Error(`data check: ${checked.stdout}${checked.stderr}`);
  return kills;
}

function isLike(value: unknown, members: Readonly<Record<string, number>>): boolean {
  return Object.entries(members).every(
    ([name, member]) => (value as Readonly<Record<string, unknown>>)[name] === member,
  );
}
