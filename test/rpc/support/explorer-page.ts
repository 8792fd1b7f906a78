import type { ExplorerOptions } from "../../../src/rpc/explorer.js";
import type { PageFile } from "../../../src/rpc/explorer-page.js";

function file(type: string, text: string, isFinal: boolean): PageFile {
  return { type, bytes: Buffer.from(text), zipped: null, isFinal };
}

/** An explorer with a page of a few letters, and a name of its own. */
export const SMALL_EXPLORER: Omit<ExplorerOptions, "api"> = {
  page: {
    index: file("text/html; charset=utf-8", '<script src="./a.js"></script><p>page</p>', false),
    files: new Map([["assets/a.js", file("text/javascript; charset=utf-8", "1", true)]]),
  },
  version: "1.2.3",
  onError(error) {
    throw error;
  },
  names: ["Explorer.example:9900"],
};
