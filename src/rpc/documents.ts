import { openApiText } from "./openapi.js";
import { rpcMarkdown } from "./markdown.js";

/** The documents that are generated from the operations table and checked in, as path and text. */
export function rpcDocuments(): ReadonlyMap<string, string> {
  return new Map([
    ["docs/openapi.json", openApiText()],
    ["docs/rpc.md", rpcMarkdown()],
  ]);
}
