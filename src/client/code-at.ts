import { entriesOf, isContainer, objectToMap } from "../codec/value.js";
import { REQUESTS } from "../records/operations/system-requests.js";
import type { CodeKind } from "../records/code-layout.js";
import { readStoredCode, type StoredCode } from "../records/stored-code.js";
import type { Client } from "./create-client.js";

export { CellNames, type CellName } from "../records/cell-names.js";
export type { CodeKind } from "../records/code-layout.js";
export type { ParameterDefinition } from "../records/parameter.js";
export { sitesOf, type CodeSite } from "../records/site-paths.js";
export { isReadable, readStoredCode, type ReadableCode, type StoredCode } from "../records/stored-code.js";

export interface CodeAtKey {
  readonly code: StoredCode;
  readonly stateKey: string;
}

/** The code of an id, whatever the chain holds there, with its cell's key; null when nothing is registered. */
export async function askCode(
  client: Pick<Client, "request">,
  id: string,
  kind: CodeKind,
): Promise<CodeAtKey | null> {
  const found = await client.request(objectToMap({ type: REQUESTS.GET_CODE.type, ctype: kind, target: id }));
  for (const [stateKey, value] of isContainer(found) ? entriesOf(found) : [])
    if (value !== null) return { code: readStoredCode({ kind, id, value }), stateKey };
  return null;
}
