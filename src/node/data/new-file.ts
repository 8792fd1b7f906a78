import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { ChainError } from "../../codec/chain-error.js";
import { fileError } from "../../codec/file-error.js";

/**
 * Writes a file that must not exist yet. It has its name when it is whole and on the disk; until then it is one that ends
 * with `.partial`. Throws `FILE_EXISTS`, what the disk says, or what the pieces throw.
 */
export async function writeNewFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  assertNew(file);
  const partial = `${file}.partial`;
  const handle = await open(partial, "w").catch((cause: unknown) => {
    throw fileError(cause, file) ?? cause;
  });
  try {
    for await (const piece of pieces) await handle.appendFile(piece);
    await handle.sync();
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Throws `FILE_EXISTS`: nothing is written over. */
export function assertNew(path: string): void {
  if (!existsSync(path)) return;
  throw new ChainError("FILE_EXISTS", "There is something of this name already. ", {
    kind: "local",
    details: { path },
    advice: "Choose another name, or take away what is there.",
  });
}
