import { expect } from "chai";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DataDirectory } from "../../../src/data/directory/data-directory.js";
import { runBinaryAndHit, useTemporaryDirectory, type Blow, type Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { initRecorded, MAIN, RESOURCE, useRecordedData } from "./recorded-data.js";

const isLeftOver = (name: string): boolean => /partial|derived|compact/.test(name);

const LOG = /^chain\.sqlite-wal$/;

/** The work to interrupt, and when. `OUT` is the directory next to the data directory. */
interface Work {
  readonly line: string;
  /** Whether the data directory is empty at the start. Default: it holds the recorded chain. */
  readonly isEmpty?: boolean;
  /** The directory, name and number of the changes of a file after which the work is in the middle. */
  readonly in: "chain" | "out";
  readonly name: RegExp;
  readonly times?: number;
  /** The file that it makes, which exists only when it is complete. */
  readonly makes?: string;
}

const WORK: readonly Work[] = [
  { line: `import --main ${MAIN} --resource ${RESOURCE}`, isEmpty: true, in: "chain", name: LOG, times: 60 },
  { line: "rewind 20 --force-below-fixed --yes", in: "chain", name: LOG, times: 20 },
  { line: "prune --keep blocks=1", in: "chain", name: /^chain\.sqlite\.compact$/ },
  { line: "check", in: "chain", name: /^derived-/ },
  { line: "reindex", in: "chain", name: /^derived-/ },
  { line: "backup OUT/copy", in: "out", name: /^copy\.partial-/, makes: "copy" },
  { line: "export --main OUT/main.ndjson", in: "out", name: /^main\.ndjson\.partial$/, makes: "main.ndjson" },
];

const verbOf = ({ line }: Work): string => line.split(" ", 1)[0] ?? "";
/** The verbs of all work. */
export const VERBS = WORK.map(verbOf);

/** Interrupts the work of some verbs. */
export function describeInterrupted(verbs: readonly string[]): void {
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

    /** Interrupts a command. One that ended before the signal proves nothing: then another is interrupted. */
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

    /** Checks that the chain is consistent and that the same command succeeds now. */
    async function assertWholeAndGoesOn({ line, makes }: Work, directory: DataDirectory): Promise<void> {
      expect(await runInProcess(words("check", directory))).to.include({ code: 0 });
      if (makes !== undefined) expect(existsSync(join(out(), makes)), makes).to.equal(false);
      expect(await runInProcess(words(line, directory))).to.include({ code: 0 });
      // The remains of a killed command are gone, whatever their names.
      for (const place of [out(), directory.path])
        expect(readdirSync(place).filter(isLeftOver)).to.deep.equal([]);
    }

    for (const work of WORK) {
      const verb = verbOf(work);
      if (!verbs.includes(verb)) continue;

      it(`${verb}: leaves a consistent chain when it is killed, and can be run again`, async () => {
        const { directory, ended } = await hit(work, "SIGKILL");
        expect(ended.code).to.equal(137);
        await assertWholeAndGoesOn(work, directory);
      });

      it(`${verb}: ends silently with 130 when it is interrupted, cleans up, and can be run again`, async () => {
        const { directory, ended } = await hit(work, "SIGINT");
        expect(ended).to.deep.equal({ code: 130, stdout: "", stderr: "" });
        for (const place of [out(), directory.path])
          expect(readdirSync(place).filter(isLeftOver)).to.deep.equal([]);
        await assertWholeAndGoesOn(work, directory);
      });
    }
  });
}
