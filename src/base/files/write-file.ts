import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { link, lstat, open, realpath, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { ChainError } from "../../codec/chain-error.js";
import { refusedFile } from "../../codec/file-error.js";
import * as errors from "../errors.js";
import { PRIVATE_FILE, syncDirectory } from "./durable.js";

/**
 * Every file that chainnode writes is written here (test/house/written-files.test.ts). Its content is first in a draft
 * beside it, which is created and never opened, so that no link leads elsewhere. The draft gets the file's name when it
 * is complete and on the disk.
 */

const PUBLIC_FILE = 0o666;

interface NewFileOptions {
  /** The permissions, from which the umask takes some away. Default: those of any new file. */
  readonly mode?: number;
}

/**
 * Writes a file that must not exist yet. A draft `FILE.partial` of a killed process is removed. A device, a pipe or
 * another file without an end is written directly. Throws `FILE_EXISTS`, the errors of `fileError` and those of the
 * pieces.
 */
export async function createFile(
  file: string,
  content: string | AsyncIterable<string>,
  { mode = PUBLIC_FILE }: NewFileOptions = {},
): Promise<void> {
  if (await isStream(file)) return writeToStream(file, content);
  assertNew(file);
  const draft = `${file}.partial`;
  await rm(draft, { force: true }).catch(refusedFile(draft));
  await writeDraft({ draft, file, mode }, content, async (handle) => {
    const [ours, named] = await Promise.all([handle.stat(), lstat(draft)]);
    // Another process has begun the same file, and removed this draft.
    if (ours.ino !== named.ino) throw errors.fileExists({ path: file });
    await nameNewFile(draft, file);
  });
}

/** Gives a file its final name, which must be free: unlike a rename, a link never replaces a file. */
async function nameNewFile(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
    await rm(draft);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw errors.fileExists({ path: file });
    if (!WITHOUT_LINKS.has(code)) throw error;
    assertNew(file);
    await rename(draft, file);
  }
}

/** What file systems without links answer. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Replaces a file of a user: readers see the old content or the new one. The file keeps its permissions; of a link, the
 * file that it leads to is replaced. Throws the errors of `fileError`.
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const kept = await stat(target).catch(() => null);
  await replaceTarget({ target, file, mode: kept?.mode ?? PUBLIC_FILE }, content);
}

/**
 * Replaces a private file of the node: as `replaceFile`, with mode 0600. A link of its name is replaced and never
 * followed: it may lead to a file of someone else.
 */
export async function replaceOwnFile(file: string, content: string): Promise<void> {
  await replaceTarget({ target: file, file, mode: PRIVATE_FILE }, content);
}

async function replaceTarget(
  { target, file, mode }: { readonly target: string; readonly file: string; readonly mode: number },
  content: string,
): Promise<void> {
  const draft = `${target}.${randomBytes(8).toString("hex")}.draft`;
  await writeDraft({ draft, file, mode }, content, () => rename(draft, target));
}

interface Draft {
  readonly draft: string;
  readonly file: string;
  readonly mode: number;
}

/** Writes a draft to the disk and names it. Whatever fails, no draft is left. */
async function writeDraft(
  { draft, file, mode }: Draft,
  content: string | AsyncIterable<string>,
  name: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(draft, "wx", mode).catch(refusedFile(file));
  try {
    await writePieces(handle, content);
    await handle.sync();
    await name(handle);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await syncDirectory(dirname(draft));
}

async function writePieces(handle: FileHandle, content: string | AsyncIterable<string>): Promise<void> {
  if (typeof content === "string") return handle.writeFile(content);
  for await (const piece of content) await handle.appendFile(piece);
}

/** Whether a path names something that is written to without an end, such as `/dev/stdout` or a named pipe. */
async function isStream(path: string): Promise<boolean> {
  if (path.startsWith("/dev/")) return true;
  const found = await stat(path).catch(() => null);
  return found !== null && !found.isFile() && !found.isDirectory();
}

async function writeToStream(path: string, content: string | AsyncIterable<string>): Promise<void> {
  const handle = await open(path, constants.O_WRONLY).catch(refusedFile(path));
  try {
    await writePieces(handle, content);
  } finally {
    await handle.close();
  }
}

/** Whether a file was not created because its name is taken. */
export function isTaken(error: unknown): boolean {
  return error instanceof ChainError && error.code === errors.fileExists.code;
}

/** Throws `FILE_EXISTS` when the path exists. */
export function assertNew(path: string): void {
  if (!existsSync(path)) return;
  throw errors.fileExists({ path });
}
