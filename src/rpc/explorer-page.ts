import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { messageOf } from "../codec/chain-error.js";
import { MIN_COMPRESSED_LENGTH } from "./limits.js";
import * as errors from "./errors.js";

/** Where `npm run build` puts the page, and the documentation below it. */
const BUILT = new URL("../../explorer/", import.meta.url);
const INDEX = "index.html";
const compress = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Null for a short file. */
  readonly zipped: Buffer | null;
  /** Whether its name says its content, so that it never changes. */
  readonly isFinal: boolean;
}

/** The files of the explorer's page, held in memory: nothing is read from the disk during a request. */
export interface ExplorerPage {
  readonly index: PageFile;
  /** By path below the page's, such as `assets/index-3f2a.js`. */
  readonly files: ReadonlyMap<string, PageFile>;
}

/** Reads the built page. Throws `EXPLORER_FILES`, kind "local", when it was not built. */
export async function readExplorerPage(): Promise<ExplorerPage> {
  try {
    const files = new Map<string, PageFile>();
    for (const entry of await readdir(BUILT, { recursive: true })) {
      const path = entry.replaceAll("\\", "/");
      const type = TYPES[extname(path)];
      if (type === undefined) continue;
      const bytes = await readFile(new URL(path, BUILT));
      const zipped = bytes.length < MIN_COMPRESSED_LENGTH ? null : await compress(bytes);
      files.set(path, { type, bytes, zipped, isFinal: path.startsWith("assets/") });
    }
    const index = files.get(INDEX);
    if (index === undefined) throw new Error(`${INDEX} is missing`);
    const documentation = files.get(`docs/${INDEX}`);
    if (documentation !== undefined) files.set("docs/", documentation);
    return { index, files };
  } catch (cause) {
    throw errors.explorerFiles({ reason: messageOf(cause) }, { cause });
  }
}
