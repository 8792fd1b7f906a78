import { ZERO_ADDRESS } from "../codec/address.js";
import { ChainError } from "../codec/chain-error.js";
import { padStateKey } from "../codec/state-key.js";
import type { CodeKind } from "../records/code.js";
import { nearestName } from "../records/nearest-name.js";
import { isReadable, readStoredCode, type ReadableCode, type StoredCode } from "../records/stored-code.js";
import { listAllCodes } from "./list-all-codes.js";
import type { SystemRequests } from "./system-requests.js";

type CodeLister = Pick<SystemRequests, "listCode">;

/** Returns everything that is registered, contracts before requests, unreadable codes included. */
export async function listCodes(client: CodeLister): Promise<readonly StoredCode[]> {
  return (await listAllCodes(client)).map(readStoredCode);
}

/** Returns the codes that have a name to call them by, contracts before requests. */
export async function listReadableCodes(client: CodeLister): Promise<readonly ReadableCode[]> {
  return (await listCodes(client)).filter(isReadable);
}

/**
 * Finds a code by name or id. Of several with the same name it returns the network's own. Throws `CODE_UNKNOWN`, or
 * `CODE_AMBIGUOUS` when several remain.
 */
export async function findCode(client: CodeLister, nameOrId: string, kind?: CodeKind): Promise<StoredCode> {
  const codes = (await listCodes(client)).filter((code) => kind === undefined || code.kind === kind);
  const cell = padStateKey(nameOrId);
  const byId = codes.find(({ id }) => padStateKey(id) === cell);
  if (byId !== undefined) return byId;
  const readable = codes.filter(isReadable);
  const named = readable.filter(({ method }) => method.name === nameOrId);
  const own = named.filter(({ method }) => method.writer === ZERO_ADDRESS);
  const [found] = own.length > 0 ? own : named;
  if (found === undefined) {
    throw unknownCode(
      nameOrId,
      readable.map(({ method }) => method.name),
    );
  }
  if (own.length > 1 || (own.length === 0 && named.length > 1)) throw ambiguousCode(nameOrId, named);
  return found;
}

function unknownCode(nameOrId: string, names: readonly string[]): ChainError {
  const near = nearestName(nameOrId, names);
  return new ChainError("CODE_UNKNOWN", "There is no such code on the chain. ", {
    kind: "not-found",
    details: { code: nameOrId },
    advice: near === undefined ? "See what there is: chainnode code list" : `Did you mean ${near}?`,
  });
}

function ambiguousCode(name: string, found: readonly ReadableCode[]): ChainError {
  return new ChainError("CODE_AMBIGUOUS", `There is more than one code named ${name}. `, {
    kind: "usage",
    details: Object.fromEntries(found.map(({ id, method }) => [id, `${method.kind} by ${method.writer}`])),
    advice: "Name it by its id.",
  });
}
