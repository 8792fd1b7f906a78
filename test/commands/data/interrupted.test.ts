import { expect } from "chai";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DataDirectory } from "../../../src/node/directory/data-directory.js";
import { runBinaryAndHit, useTemporaryDirectory, type Blow, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { initRecorded, MAIN, RESOURCE, useRecordedData } from "./recorded-data.js";

const isLeftOver = (name: string): boolean => /partial|derived/.test(name);

const LOG = /^chain\.sqlite-wal$/;

/** What is interrupted, and at what. `OUT` is where the directory's neighbours are. */
interface Work {
  readonly line: string;
  /** Whether it begins with the recorded chain or with none. */
  readonly isEmpty?: boolean;
  /** Where what it does shows first, and how often when it is in the middle. */
  readonly in: "chain" | "out";
  readonly name: RegExp;
  readonly times?: number;
  /** What it makes: there when it is whole, or not at all. */
  readonly makes?: string;
}

const WORK: readonly Work[] = [
  { line: `import --main ${MAIN} --resource ${RESOURCE}`, isEmpty: true, in: "chain", name: LOG, times: 60 },
  { line: "rewind 20 --force-below-fixed --yes", in: "chain", name: LOG, times: 20 },
  { line: "check", in: "chain", name: /^derived-/ },
  { line: "reindex", in: "chain", name: /^derived-/ },
  { line: "backup OUT/copy", in: "out", name: /^copy\.partial-/, makes: "copy" },
  { line: "export --main OUT/main.ndjson", in: "out", name: /^main\.ndjson\.partial$/, makes: "main.ndjson" },
];

describe("chainnode data, in the middle of its work", () => {
  const out = useTemporaryDirectory();
  const copyRecorded = useRecordedData();

  const words = (line: string, { path }: DataDirectory): readonly string[] => [
    "data",
    ...line.replace("OUT", out()).split(" "),
    "--data-dir",
    path,
  ];
  const make = async (isEmpty = false): Promise<DataDirectory> => {
    const path = join(out(), "chain");
    return isEmpty ? initRecorded(path) : copyRecorded(path);
  };

  interface Hit {
    readonly directory: DataDirectory;
    readonly ended: Ended;
  }

  /** What was done before the blow fell, as on a busy machine, says nothing: another one is hit. */
  async function hit(work: Work, signal: Blow["signal"]): Promise<Hit> {
    for (;;) {
      const directory = await make(work.isEmpty);
      const ended = await runBinaryAndHit(words(work.line, directory), {
        signal,
        directory: work.in === "chain" ? directory.path : out(),
        name: work.name,
        ...(work.times === undefined ? {} : { times: work.times }),
      });
      if (ended.stdout === "") return { directory, ended };
      for (const name of readdirSync(out())) rmSync(join(out(), name), { recursive: true });
    }
  }

  /** Everything the chain says is true, and the same command goes on from there. */
  async function assertWholeAndGoesOn({ line, makes }: Work, directory: DataDirectory): Promise<void> {
    expect(await runInProcess(words("check", directory))).to.include({ code: 0 });
    if (makes !== undefined) expect(existsSync(join(out(), makes)), makes).to.equal(false);
    expect(await runInProcess(words(line, directory))).to.include({ code: 0 });
    // What a killed one left is gone, whatever its name was.
    for (const place of [out(), directory.path])
      expect(readdirSync(place).filter(isLeftOver)).to.deep.equal([]);
  }

  for (const work of WORK) {
    const verb = work.line.split(" ", 1)[0];

    it(`${verb}: killed, leaves a chain that is whole, and is run again`, async () => {
      const { directory, ended } = await hit(work, "SIGKILL");
      expect(ended.code).to.equal(null);
      await assertWholeAndGoesOn(work, directory);
    });

    it(`${verb}: interrupted, ends with 130 without a word and cleans up, and is run again`, async () => {
      const { directory, ended } = await hit(work, "SIGINT");
      expect(ended).to.deep.equal({ code: 130, stdout: "", stderr: "" });
      for (const place of [out(), directory.path])
        expect(readdirSync(place).filter(isLeftOver)).to.deep.equal([]);
      await assertWholeAndGoesOn(work, directory);
    });
  }
});
