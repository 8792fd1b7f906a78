import type { Client } from "../client/index.js";
import { compareDecimals, parseDecimal } from "../codec/decimal.js";
import type { Value, ValueMap } from "../codec/value.js";
import { codeIdOf, parseCode } from "../records/code.js";
import type { CONTRACTS } from "../records/operations/system-contracts.js";
import * as errors from "./errors.js";

/** The contracts that store code (PROTOCOL 6.1). */
export type Registrar = typeof CONTRACTS.REGISTER.type | "Publish";

interface RegistrationOptions {
  readonly from: string;
  readonly timestampUs: bigint;
  /** What a transaction must say of its network (PROTOCOL 16.5). Default: nothing, as in rules 1. */
  readonly network?: ReadonlyMap<string, string>;
}

/** The members of the transaction that stores a code. */
export function registration(
  registrar: Registrar,
  code: string,
  { from, timestampUs, network = new Map() }: RegistrationOptions,
): ValueMap {
  return new Map<string, Value>([
    ["type", registrar],
    ["code", code],
    ["timestamp", timestampUs],
    ["from", from],
    ...network,
  ]);
}

interface RegisterOptions {
  readonly client: Pick<Client, "getCode">;
  /** Sends the transaction that stores the code, waits until a block holds it, and returns its hash. */
  readonly commit: () => Promise<string>;
  /** How the user reads a registered code by its name. */
  readonly lookUp: (name: string) => string;
}

/** Sends a code, waits for its block, and verifies that the chain has it. Throws the refusal, or `CODE_NOT_FOUND`. */
export async function registerCode(
  text: string,
  { client, commit, lookUp }: RegisterOptions,
): Promise<string> {
  const method = parseCode(text);
  const id = codeIdOf(method);
  const hash = await commit();
  // Only the chain's copy shows whether the code was stored.
  if ((await client.getCode(id, method.kind)) === text) return hash;
  const command = lookUp(method.name);
  throw errors.codeNotFound({ name: method.name, id, command });
}

/** Whether a version is above a registered one, or the node must tell. */
export function isNewer(version: string, registered: string): boolean {
  const [next, last] = [parseDecimal(version), parseDecimal(registered)];
  // Versions that are not decimal numbers follow rules of the chain, so they are left to the node.
  return next === null || last === null || compareDecimals(next, last) > 0;
}
