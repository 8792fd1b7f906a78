import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { withoutByteOrderMark } from "../../codec/file-text.js";
import { fileError, refusedFile } from "../../codec/file-error.js";
import type { TextOfFile } from "../../codec/text-place.js";
import type { ChainName } from "../../ledger/apply/placed.js";
import { importChains, type ImportOptions } from "../../ledger/import/import-chain.js";
import { splitJsonItems } from "../../ledger/import/json-items.js";
import { readMainBlocks, readResourceBlocks } from "../../ledger/import/read-blocks.js";
import { SignatureThreads } from "../../ledger/signatures/signature-threads.js";
import { storedMainTexts, storedResourceTexts, type ChainHeights } from "../../ledger/import/stored-chain.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { Store } from "../../store/store.js";
import { createFile } from "../../base/files/write-file.js";

/** Instead of a file: standard input or output. */
export const STANDARD = "-";

/** The files of the two chains. Without the second one there are no resource blocks. */
export interface ChainFiles {
  readonly main: string;
  readonly resource?: string;
}

const READ = { highWaterMark: 1024 * 1024 };
const WRITE_CHARACTERS = 1024 * 1024;

interface ImportFilesOptions extends Omit<ImportOptions, "verifier"> {
  /** Called with the length in bytes of each chunk read. */
  readonly onRead?: (bytes: number) => void;
  /** Opens standard input. */
  readonly openInput?: () => AsyncIterable<Uint8Array>;
}

/** Applies recorded chains from files (JSON arrays or NDJSON of full blocks) with full validation. */
export async function importChainFiles(
  ledger: Ledger,
  { main, resource }: ChainFiles,
  { onRead = () => undefined, openInput = nothing, ...options }: ImportFilesOptions,
): Promise<void> {
  const verifier = new SignatureThreads();
  const textsOf = (file: string): AsyncGenerator<TextOfFile, void, undefined> =>
    textsIn(bytesIn(file === STANDARD ? openInput : () => createReadStream(file, READ), { file, onRead }));
  try {
    await importChains(
      ledger,
      {
        main: readMainBlocks(textsOf(main)),
        resource: readResourceBlocks(resource === undefined ? nothing() : textsOf(resource)),
      },
      { ...options, verifier },
    );
  } finally {
    await verifier.close();
  }
}

/** Returns the size of both files together, in bytes; that of standard input is not known. Throws the errors of `fileError`. */
export async function sizeOfFiles({ main, resource }: ChainFiles): Promise<number> {
  const files = resource === undefined ? [main] : [main, resource];
  const sizes = files.map(async (file) => {
    return file === STANDARD ? 0 : (await stat(file).catch(refusedFile(file))).size;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

interface ExportOptions {
  /** The last heights to write. */
  readonly heights: ChainHeights;
  readonly onBlock?: NonNullable<ImportOptions["onBlock"]>;
  readonly write?: (text: string) => void;
}

/** Writes a stored chain into new files, one full block a line. Throws as `createFile` does. */
export async function exportChainFiles(
  store: Store,
  { main, resource }: ChainFiles,
  { heights, onBlock = () => undefined, write = () => undefined }: ExportOptions,
): Promise<void> {
  const writeTo = async (file: string, lines: AsyncIterable<string>): Promise<void> => {
    if (file !== STANDARD) return createFile(file, lines);
    for await (const some of lines) write(some);
  };
  const counted = (chain: ChainName) => (height: number) => onBlock(chain, height, 0);
  await writeTo(main, linesOf(storedMainTexts(store, heights.main), counted("main")));
  if (resource !== undefined)
    await writeTo(resource, linesOf(storedResourceTexts(store, heights.resource), counted("resource")));
}

type OnRead = NonNullable<ImportFilesOptions["onRead"]>;

function textsIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TextOfFile, void, undefined> {
  return splitJsonItems(withoutByteOrderMark(bytes));
}

async function* bytesIn(
  open: () => AsyncIterable<Uint8Array>,
  { file, onRead }: { readonly file: string; readonly onRead: OnRead },
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const bytes of open()) {
      onRead(bytes.length);
      yield bytes;
    }
  } catch (cause) {
    throw fileError(cause, file) ?? cause;
  }
}

async function* nothing(): AsyncGenerator<never, void, undefined> {}

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
