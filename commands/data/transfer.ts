import { messageOutcome, noOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import { type Command, type Context, positional, option, type OptionSpec } from "../../src/cli/command.js";
import { INTEGER, objectOf, HEIGHT } from "../../src/records/operations/json-schema.js";
import { withChainProgress } from "./chain-progress.js";
import type { ChainHeights } from "../../src/ledger/import/stored-chain.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { ChainFiles } from "../../src/data/chain/chain-files.js";
import { askForConsent, YES_OPTION } from "../../src/cli/input/ask.js";
import { isWholeNumber } from "../../src/codec/text.js";
import { heightInvalid } from "../../src/actions/errors.js";
import * as errors from "../errors.js";
import type { Input } from "../../src/cli/input/input.js";
import type { OpenLedger } from "../../src/data/chain/open-ledger.js";

/** Works on the ledger of a data directory whose node is stopped. Throws `DATA_DIRECTORY_IN_USE`. */
async function withLedger<T>(
  context: Context,
  work: (ledger: Ledger, opened: OpenLedger) => Promise<T>,
): Promise<T> {
  const { openLedger } = await import("../../src/data/chain/open-ledger.js");
  const directory = await context.workspace.directory();
  const opened = await openLedger(directory);
  try {
    return await work(opened.ledger, opened);
  } finally {
    await opened.close();
  }
}

const CHAIN_HEIGHTS = objectOf({ main_height: HEIGHT, resource_height: HEIGHT });

function heightsOf({ tip, resourceChain }: Ledger): ChainHeights {
  return { main: tip.height, resource: resourceChain.tip?.height ?? 0 };
}

function heightsOutcome({ main, resource }: ChainHeights): Outcome {
  return messageOutcome(
    { main_height: BigInt(main), resource_height: BigInt(resource) },
    `The chain now ends at main block ${main} and resource block ${resource}.`,
  );
}

/** As the constant of src/data/chain, which is loaded when a command runs. */
const STANDARD = "-";

/** The files of the two chains, from the options. Throws `MISSING_OPTION` without --main, and `ONE_STREAM`. */
function chainFiles(input: Input): ChainFiles {
  const [main, resource] = [input.option("main"), input.option("resource")];
  if (main === undefined) throw errors.missingOption();
  if (main === STANDARD && resource === STANDARD) throw errors.oneStream();
  return { main, ...(resource === undefined ? {} : { resource }) };
}

function chainFileOptions(preposition: "for" | "with"): readonly OptionSpec[] {
  const stream = preposition === "for" ? "- for stdout" : "- for stdin";
  return [
    option("--main <file>", `file ${preposition} the main chain; ${stream}`, { isRequired: true }),
    option("--resource <file>", `file ${preposition} the resource chain; ${stream}`, "none"),
  ];
}

const STDOUT: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1"]);

export const transferCommands = {
  export: {
    summary: "export the chains of the data directory to files",
    description: [
      "Writes full blocks, one per line, in the format of `chainnode data import`. The node may be running: the export ends with the blocks that exist when it begins. An existing file is never overwritten.",
    ],
    options: chainFileOptions("for"),
    examples: [
      "chainnode data export --main main.ndjson --resource resource.ndjson",
      "# compress it on the way",
      "chainnode data export --main - | gzip > main.ndjson.gz",
    ],
    result: objectOf({ blocks: INTEGER }),
    async run(context, input) {
      const files = chainFiles(input);
      const { openStoreToRead } = await import("../../src/data/directory/open-store.js");
      const { exportChainFiles } = await import("../../src/data/chain/chain-files.js");
      const { storedHeights } = await import("../../src/ledger/import/stored-chain.js");
      const { store } = await openStoreToRead(await context.workspace.directory());
      context.onEnd(() => store.close());
      const heights = await storedHeights(store);
      const total = heights.main + (files.resource === undefined ? 0 : heights.resource);
      let blocks = 0;
      await withChainProgress(context, { title: "Exporting", shareOf: () => blocks / total }, (report) =>
        exportChainFiles(store, files, {
          heights,
          write: (text) => context.terminal.output.write(text),
          onBlock(...block) {
            blocks += 1;
            report(...block);
          },
        }),
      );
      // Standard output holds blocks alone.
      if (Object.values(files).some((file) => STDOUT.has(file))) return noOutcome();
      return messageOutcome({ blocks: BigInt(blocks) }, `${blocks} blocks were exported.`);
    },
  },
  import: {
    summary: "import recorded chains with full validation",
    description: [
      "Reads full blocks in ascending order, as JSON arrays or one per line, and applies them to the chain of the data directory. The node must be stopped. Every signature, seal, proof of work and execution is verified. The first invalid block ends the import with its height and the reason; the blocks before it stay.",
      "Blocks that the chain already has are skipped, so an interrupted import can be run again.",
    ],
    options: chainFileOptions("with"),
    examples: ["chainnode data import --main main.json --resource resource.json --data-dir ./chain"],
    result: CHAIN_HEIGHTS,
    async run(context, input) {
      const files = chainFiles(input);
      return heightsOutcome(await withLedger(context, (ledger) => importFiles(context, ledger, files)));
    },
  },
  rewind: {
    summary: "undo blocks down to a main height",
    description: [
      "Undoes the main blocks above the height, and the resource blocks that refer to them. State, codes and indexes are restored. The node must be stopped. At its next start it fetches the blocks from its peers again; blocks that no peer has are lost: see chainnode data backup.",
      "Nodes never undo blocks up to the fixed height. With --force-below-fixed this node does, and its fixed height decreases: it then diverges from every network that keeps these blocks. Use it on a network of a single node, or when all nodes of a network rewind.",
      "With --dated-ahead instead of a height, it undoes what was dated after now by a clock that was ahead: the blocks, and the silence of a validator after signatures of that time. Use it once the clock is right.",
      "An interrupted rewind leaves the chain at a height in between: run the command again. The file `tip`, which records the last block, is updated, so that the next start reports no loss.",
    ],
    arguments: [positional("[height]", "main height of the new last block", "none: give --dated-ahead")],
    options: [
      option("--force-below-fixed", "also undo fixed blocks"),
      option("--dated-ahead", "undo the blocks and signatures that are dated after now"),
      YES_OPTION,
    ],
    examples: [
      "chainnode data rewind 1200 --yes",
      "# after the clock was ahead",
      "chainnode data rewind --dated-ahead --yes",
      "# the whole chain",
      "chainnode data rewind 0 --force-below-fixed --yes",
    ],
    result: CHAIN_HEIGHTS,
    async run(context, input) {
      const isAhead = input.flag("dated-ahead");
      const word = input.optionalArgument("height");
      if (isAhead === (word !== undefined)) throw errors.rewindTarget();
      const nowUs = Date.now() * 1000;
      const named = word === undefined ? null : readHeight(word);
      await askForConsent(
        named === null ? "Undo all main blocks dated after now?" : `Undo all main blocks above ${named}?`,
        context,
        input,
      );
      return heightsOutcome(
        await withLedger(context, async (ledger, opened) => {
          const target = named ?? { latestUs: nowUs };
          const heights = await rewind(context, ledger, {
            target,
            isForced: input.flag("force-below-fixed"),
          });
          await opened.acceptEnds();
          if (named === null) await opened.forgetSigned(nowUs);
          context.note("The file tip records the new last block, so the next start reports no loss.");
          return heights;
        }),
      );
    },
  },
} satisfies Readonly<Record<string, Command>>;

async function importFiles(context: Context, ledger: Ledger, files: ChainFiles): Promise<ChainHeights> {
  const { importChainFiles, sizeOfFiles } = await import("../../src/data/chain/chain-files.js");
  const { systemClock } = await import("../../src/base/clock/system-clock.js");
  const bytes = await sizeOfFiles(files);
  let read = 0;
  const onRead = (length: number): void => {
    read += length;
  };
  const progress = { title: "Importing", shareOf: () => Math.min(1, read / bytes), hasSummary: true };
  await withChainProgress(context, progress, (onBlock) =>
    importChainFiles(ledger, files, {
      nowUs: systemClock.nowUs(),
      onBlock,
      onRead,
      openInput: () => context.terminal.inputChunks(),
    }),
  );
  return heightsOf(ledger);
}

interface Rewinding {
  /** A height, or the blocks dated up to a time, µs. */
  readonly target: number | { readonly latestUs: number };
  readonly isForced: boolean;
}

async function rewind(
  context: Context,
  ledger: Ledger,
  { target, isForced }: Rewinding,
): Promise<ChainHeights> {
  const { rewindTo, lastHeightUpTo } = await import("../../src/ledger/rewind.js");
  const latest = typeof target === "number" ? {} : target;
  const height = typeof target === "number" ? target : await lastHeightUpTo(ledger, target.latestUs);
  const total = ledger.tip.height - height;
  let done = 0;
  await withChainProgress(context, { title: "Rewinding", shareOf: () => done / total }, (report) =>
    rewindTo(ledger, height, {
      isForced,
      ...latest,
      onBlock(chain, undone, transactions) {
        if (chain === "main") done += 1;
        report(chain, undone, transactions);
      },
    }),
  );
  return heightsOf(ledger);
}

function readHeight(word: string): number {
  if (isWholeNumber(word)) return Number(word);
  throw heightInvalid({ height: word });
}
