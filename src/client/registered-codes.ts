import { ChainError } from "../codec/chain-error.js";
import { nearestName } from "../records/nearest-name.js";
import { codeIdOf, parseCode, type CodeKind, type Method } from "../records/code.js";
import { listAllCodes } from "./list-all-codes.js";
import type { SystemRequests } from "./system-requests.js";

/** Code that is registered on the chain (PROTOCOL 6). */
export interface RegisteredCode {
  readonly id: string;
  readonly method: Method;
  /** The JSON text as it was submitted. */
  readonly text: string;
}

type CodeLister = Pick<SystemRequests, "listCode">;

/** All registered code, contracts before requests. */
export async function listCodes(client: CodeLister): Promise<readonly RegisteredCode[]> {
  return (await listAllCodes(client)).map(readCode);
}

/** One code by name or id. Throws `CODE_UNKNOWN`, or `CODE_AMBIGUOUS` when several have the name. */
export async function findCode(
  client: CodeLister,
  nameOrId: string,
  kind?: CodeKind,
): Promise<RegisteredCode> {
  const codes = (await listCodes(client)).filter(({ method }) => kind === undefined || method.kind === kind);
  const found = codes.filter(({ id, method }) => id === nameOrId || method.name === nameOrId);
  const [first, second] = found;
  if (first === undefined) {
    throw unknownCode(
      nameOrId,
      codes.map(({ method }) => method.name),
    );
  }
  if (second !== undefined) throw ambiguousCode(nameOrId, found);
  return first;
}

/** Throws `CODE_BROKEN`. */
function readCode(text: string): RegisteredCode {
  const method = parseCode(text);
  return { id: codeIdOf(method), method, text };
}

function unknownCode(nameOrId: string, names: readonly string[]): ChainError {
  const near = nearestName(nameOrId, names);
  return new ChainError("CODE_UNKNOWN", "There is no such code on the chain. ", {
    kind: "not-found",
    details: { code: nameOrId },
    advice: near === undefined ? "See what there is: chainnode code list" : `Did you mean ${near}?`,
  });
}

function ambiguousCode(name: string, found: readonly RegisteredCode[]): ChainError {
  return new ChainError("CODE_AMBIGUOUS", `There is more than one code named ${name}. `, {
    kind: "usage",
    details: Object.fromEntries(found.map(({ id, method }) => [id, `${method.kind} by ${method.writer}`])),
    advice: "Name it by its id.",
  });
}
