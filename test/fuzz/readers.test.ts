import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { readIdentity } from "../../src/data/directory/identity.js";
import { readNetworkFile } from "../../src/data/directory/network-file.js";
import { SigningMemoryFile } from "../../src/data/directory/signing-memory-file.js";
import { readTipNote } from "../../src/data/directory/tip-note.js";
import { parseCode } from "../../src/records/code.js";
import { readMainBlock } from "../../src/records/main-block.js";
import { parseSource } from "../../src/repl/evaluation/parse-source.js";
import { fuzzProgress } from "../support/fuzz-progress.js";
import { createSeededRandom, IS_FUZZING, randomRuns, seeded } from "../support/seeded-random.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Corpus } from "./corpus.js";
import { Coverage } from "./coverage.js";
import { mutated } from "./mutate.js";

/** More runs: npm run fuzz. */
const RUNS = randomRuns(300);

/** Reads a text that comes from outside. `file` is a file of that content. */
type Read = (text: string, file: string) => unknown;

/** What reads each file of the corpus. */
const READERS: Readonly<Record<string, Read>> = {
  "values.json": (text) => parseJson(canonicalJson(parseJson(text))),
  "code.json": (text) => parseCode(text),
  "block.json": (text) => readMainBlock(parseJson(text)),
  "network.toml": (_, file) => readNetworkFile(file),
  "identity.json": (_, file) => readIdentity(file),
  signatures: (_, file) => SigningMemoryFile.open(file),
  tip: (_, file) => readTipNote(file),
  "console.txt": (text) => parseLines(text),
};

/** The console shows a syntax error as what it is. */
function parseLines(text: string): void {
  try {
    parseSource(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

describe("What reads texts from outside", () => {
  let directory: string;
  /** The default run is too short to find anything new. */
  const coverage = IS_FUZZING ? new Coverage() : null;
  before(async () => {
    directory = await makeTempDirectory();
  });
  after(async () => {
    coverage?.close();
    await rm(directory, { recursive: true });
  });

  for (const [name, read] of Object.entries(READERS))
    it(
      seeded(`reads ${RUNS} mutations of ${name}, or refuses them with an error of the catalogue`),
      async function () {
        this.timeout(300_000 + RUNS * 100);
        const random = createSeededRandom();
        const corpus = new Corpus(name);
        const progress = fuzzProgress(RUNS);
        const place = dataDirectory(join(directory, name));
        await mkdir(place.path, { recursive: true });
        for (let run = 0; run < RUNS; run += 1) {
          const text = mutated(corpus.pick(random), random);
          const file = join(place.path, name);
          await writeFile(file, text, { encoding: "latin1", mode: 0o600 });
          try {
            await read(text, file);
          } catch (error) {
            if (!(error instanceof ChainError) || error.kind === "internal")
              throw new Error(`${JSON.stringify(text.slice(0, 2000))} gave ${String(error)}`, {
                cause: error,
              });
          }
          if (coverage?.hasNew() === true) corpus.add(text);
          progress.step();
        }
        progress.end();
      },
    );
});
