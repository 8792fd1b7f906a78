import { expect } from "chai";
import { readSources } from "../support/read-sources.js";

/** The one place that writes files. */
const WRITER = "src/base/files/write-file.ts";

/** The other files that open one for writing, with the reason. */
const OTHERS: Readonly<Record<string, string>> = {
  "src/base/files/durable.ts":
    "appends to a file, opens the note of the last blocks, and flushes what SQLite has written",
  "src/data/directory/text-shelf.ts": "fills a file that has no name, in the data directory",
  "src/data/chain/backup-data.ts": "fills a directory that makeDirectory has just made",
  "src/cli/terminal/terminal.ts": "opens the terminal",
  "src/dev/testnet/init-testnet.ts": "fills a directory that makeDirectory has just made",
  "src/data/chain/derived-chain.ts": "copies into a directory that mkdtemp has just made",
  "src/data/chain/new-directory.ts": "gives a directory its name",
  "src/data/chain/reindex-data.ts": "gives the rebuilt database its name",
  "src/data/chain/reset-data.ts": "renames the old database",
  "src/repl/prompt/signalled.ts": "opens the terminal",
  "src/testing/record/recorder.ts": "fills a directory that mkdtemp has just made",
  "commands/doctor/measure.ts": "measures the disk in a directory that mkdtemp has just made",
};

const IMPORT = /import \{([^}]*)\} from "node:fs(?:\/promises)?"/g;
const WRITING = /^(?:open|openSync|createWriteStream|writeFile|appendFile|copyFile|cp|rename|link)(?:Sync)?$/;

/** The functions of `node:fs` that a source imports and that write or name a file. */
function writersIn(source: string): readonly string[] {
  return [...source.matchAll(IMPORT)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => WRITING.test(name));
}

describe("The files that chainnode writes", () => {
  const sources = readSources("src", "commands");
  const writing = [...sources].filter(([, text]) => writersIn(text).length > 0).map(([path]) => path);

  it("are written in one place, from which no link leads elsewhere", () => {
    expect(writing.toSorted()).to.deep.equal([WRITER, ...Object.keys(OTHERS)].toSorted());
  });

  it("are written by functions that are imported by name", () => {
    for (const [path, text] of sources)
      expect(text, path).not.to.match(/import (?:\* as )?\w+ from "(?:node:)?fs|require\("(?:node:)?fs/);
  });
});
