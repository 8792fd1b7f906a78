import { ZERO_ADDRESS } from "../codec/address.js";
import type { ChainError } from "../codec/chain-error.js";
import { onlyHash } from "../codec/hash-part.js";
import { padStateKey } from "../codec/state-key.js";
import { cidOf } from "../records/code.js";
import type { CodeKind } from "../records/code-layout.js";
import { nearestName } from "../base/text/nearest-name.js";
import { MAX_LISTED_CODES } from "../records/operations/limits.js";
import {
  isReadable,
  readStoredCode,
  type CodeCell,
  type ReadableCode,
  type StoredCode,
} from "../records/stored-code.js";
import type { SystemRequests } from "./system-requests.js";
import * as errors from "./errors.js";

type CodeLister = Pick<SystemRequests, "listCode">;

export async function listAllCodes(client: CodeLister): Promise<readonly CodeCell[]> {
  const contracts: CodeCell[] = [];
  const requests: CodeCell[] = [];
  for (let page = 1; ; page += 1) {
    const found = await client.listCode({ page, count: MAX_LISTED_CODES });
    for (const [id, value] of found.contracts) contracts.push({ kind: "contract", id, value });
    for (const [id, value] of found.requests) requests.push({ kind: "request", id, value });
    if (Math.max(found.contracts.size, found.requests.size) < MAX_LISTED_CODES)
      return [...contracts, ...requests];
  }
}

/** Returns everything that is registered, contracts before requests, unreadable codes included. */
export async function listCodes(client: CodeLister): Promise<readonly StoredCode[]> {
  return (await listAllCodes(client)).map(readStoredCode);
}

/** Returns the codes that have a name to call them by, contracts before requests. */
export async function listReadableCodes(client: CodeLister): Promise<readonly ReadableCode[]> {
  return (await listCodes(client)).filter(isReadable);
}

export interface CodeChoice {
  readonly kind?: CodeKind | undefined;
  readonly cid?: string | undefined;
}

/** Finds a code of a node as `chooseCode` does. */
export async function findCode(
  client: CodeLister,
  nameOrId: string,
  choice?: CodeChoice,
): Promise<StoredCode> {
  return chooseCode(await listCodes(client), nameOrId, choice);
}

/** A code by name, id or part of it. Throws `CODE_UNKNOWN`, `CODE_AMBIGUOUS`, `HASH_AMBIGUOUS`. */
export function chooseCode<Code extends StoredCode>(
  all: readonly Code[],
  nameOrId: string,
  { kind, cid }: CodeChoice = {},
): Code {
  const codes = all.filter(
    (code) =>
      (kind === undefined || code.kind === kind) &&
      (cid === undefined || (code.method !== null && cidOf(code.method) === cid)),
  );
  const cell = padStateKey(nameOrId);
  const byId = codes.find(({ id }) => padStateKey(id) === cell);
  if (byId !== undefined) return byId;
  const readable = codes.filter(isReadable);
  const named = readable.filter(({ method }) => method.name === nameOrId);
  const own = named.filter(({ method }) => method.writer === ZERO_ADDRESS);
  const [found] = own.length > 0 ? own : named;
  if (found === undefined) {
    const ids = codes.map(({ id }) => id);
    const whole = onlyHash(nameOrId, ids);
    const byPart = whole === null ? undefined : codes[ids.indexOf(whole)];
    if (byPart !== undefined) return byPart;
    const names = readable.map(({ method }) => method.name);
    throw errors.codeUnknown({ code: nameOrId }, { nearest: nearestName(nameOrId, names) });
  }
  if (own.length > 1 || (own.length === 0 && named.length > 1)) throw ambiguousCode(nameOrId, named);
  return found;
}

function ambiguousCode(name: string, found: readonly ReadableCode[]): ChainError {
  const details = found.map(
    ({ id, method }) => [id, `${method.kind} in ${method.space} of ${method.writer}`] as const,
  );
  return errors.codeAmbiguous({ name }, { details: Object.fromEntries(details) });
}
