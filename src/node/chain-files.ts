import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { ChainError, messageOf } from "../codec/chain-error.js";
import { importChains, type ImportOptions } from "../ledger/import/import-chain.js";
import { splitJsonItems } from "../ledger/import/json-items.js";
import { readMainBlocks, readResourceBlocks } from "../ledger/import/read-blocks.js";
import { SignatureThreads } from "../ledger/signatures/signature-threads.js";
import { storedMainTexts, storedResourceTexts } from "../ledger/import/stored-chain.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Store } from "../store/store.js";

/** The files of the two chains; without the second there are no resource blocks. */
export interface ChainFiles {
  readonly main: string;
  readonly resource?: string;
}

const READ_BYTES = 1024 * 1024;
const WRITE_CHARACTERS = 1024 * 1024;

/** Applies recorded chains out of files (JSON arrays or NDJSON of full blocks) with full validation. */
export async function importChainFiles(
  ledger: Ledger,
  { main, resource }: ChainFiles,
  options: Omit<ImportOptions, "verifier">,
): Promise<void> {
  const verifier = new SignatureThreads();
  try {
    await importChains(
      ledger,
      readMainBlocks(textsOfFile(main)),
      readResourceBlocks(resource === undefined ? noTexts() : textsOfFile(resource)),
      { ...options, verifier },
    );
  } finally {
    await verifier.close();
  }
}

/** Writes a stored chain into new files, one full block a line. Throws `FILE_UNUSABLE` rather than replace one. */
export async function exportChainFiles(
  store: Store,
  { main, resource }: ChainFiles,
  onBlock: () => void,
): Promise<void> {
  await writeLines(main, storedMainTexts(store), onBlock);
  if (resource !== undefined) await writeLines(resource, storedResourceTexts(store), onBlock);
}

async function* textsOfFile(file: string): AsyncGenerator<string, void, undefined> {
  yield* splitJsonItems(bytesOfFile(file));
}

async function* bytesOfFile(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES })) {
      yield chunk as Uint8Array;
    }
  } catch (cause) {
    throw unusable(file, cause);
  }
}

async function* noTexts(): AsyncGenerator<string, void, undefined> {}

async function writeLines(file: string, texts: AsyncIterable<string>, onBlock: () => void): Promise<void> {
  const handle = await open(file, "wx").catch((cause: unknown) => {
    throw unusable(file, cause);
  });
  try {
    let lines = "";
    for await (const text of texts) {
      lines += `${text}\n`;
      onBlock();
      if (lines.length < WRITE_CHARACTERS) continue;
      await handle.appendFile(lines);
      lines = "";
    }
    await handle.appendFile(lines);
  } finally {
    await handle.close();
  }
}

function unusable(file: string, cause: unknown): ChainError {
  return new ChainError("FILE_UNUSABLE", `The file cannot be used: ${messageOf(cause)}. `, {
    kind: "local",
    details: { file },
    cause,
  });
}
