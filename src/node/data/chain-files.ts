import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { fileError } from "../../codec/file-error.js";
import type { ChainName } from "../../ledger/apply/placed.js";
import { importChains, type ImportOptions } from "../../ledger/import/import-chain.js";
import { splitJsonItems } from "../../ledger/import/json-items.js";
import { readMainBlocks, readResourceBlocks } from "../../ledger/import/read-blocks.js";
import { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import { storedMainTexts, storedResourceTexts, type ChainHeights } from "../../ledger/import/stored-chain.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { Store } from "../../store/store.js";
import { writeNewFile } from "./new-file.js";

/** The files of the two chains. Without the second one there are no resource blocks. */
export interface ChainFiles {
  readonly main: string;
  readonly resource?: string;
}

const READ_BYTES = 1024 * 1024;
const WRITE_CHARACTERS = 1024 * 1024;

interface ImportFilesOptions extends Omit<ImportOptions, "verifier"> {
  /** Called with the length in bytes of each chunk read. */
  readonly onRead?: (bytes: number) => void;
}

/** Applies recorded chains from files (JSON arrays or NDJSON of full blocks) with full validation. */
export async function importChainFiles(
  ledger: Ledger,
  { main, resource }: ChainFiles,
  { onRead = () => undefined, ...options }: ImportFilesOptions,
): Promise<void> {
  const verifier = new SignatureThreads();
  try {
    await importChains(
      ledger,
      {
        main: readMainBlocks(textsOfFile(main, onRead)),
        resource: readResourceBlocks(resource === undefined ? noTexts() : textsOfFile(resource, onRead)),
      },
      { ...options, verifier },
    );
  } finally {
    await verifier.close();
  }
}

/** Returns the size of both files together, in bytes. Throws the errors of `fileError`. */
export async function sizeOfFiles({ main, resource }: ChainFiles): Promise<number> {
  const files = resource === undefined ? [main] : [main, resource];
  const sizes = files.map(async (file) => {
    try {
      return (await stat(file)).size;
    } catch (cause) {
      throw fileError(cause, file) ?? cause;
    }
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

interface ExportOptions {
  /** The last heights to write. */
  readonly heights: ChainHeights;
  readonly onBlock?: NonNullable<ImportOptions["onBlock"]>;
}

/** Writes a stored chain into new files, one full block a line. Throws as `writeNewFile` does. */
export async function exportChainFiles(
  store: Store,
  { main, resource }: ChainFiles,
  { heights, onBlock = () => undefined }: ExportOptions,
): Promise<void> {
  const counted = (chain: ChainName) => (height: number) => onBlock(chain, height, 0);
  await writeNewFile(main, linesOf(storedMainTexts(store, heights.main), counted("main")));
  if (resource !== undefined)
    await writeNewFile(resource, linesOf(storedResourceTexts(store, heights.resource), counted("resource")));
}

type OnRead = NonNullable<ImportFilesOptions["onRead"]>;

async function* textsOfFile(file: string, onRead: OnRead): AsyncGenerator<string, void, undefined> {
  yield* splitJsonItems(bytesOfFile(file, onRead));
}

async function* bytesOfFile(file: string, onRead: OnRead): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES })) {
      const bytes = chunk as Uint8Array;
      onRead(bytes.length);
      yield bytes;
    }
  } catch (cause) {
    throw fileError(cause, file) ?? cause;
  }
}

async function* noTexts(): AsyncGenerator<string, void, undefined> {}

/** Joins block texts to chunks of whole lines, large enough for one write. The first block has height 1. */
async function* linesOf(
  texts: AsyncIterable<string>,
  onLine: (height: number) => void,
): AsyncGenerator<string, void, undefined> {
  let lines = "";
  let height = 0;
  for await (const text of texts) {
    lines += `${text}\n`;
    onLine((height += 1));
    if (lines.length < WRITE_CHARACTERS) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}
