import { ZERO_ADDRESS } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { parameterUseOf, tryCall, type CallAttempt } from "../../replay/trial/try-call.js";
import { cidOf, parseCode } from "../../records/code.js";
import { completeRecord, type CodeKind } from "../../records/code-layout.js";
import { createAddresses } from "../addresses.js";
import type { ConsoleConnection, Host } from "../connection.js";
import { toValueMap } from "../to-value.js";
import { assertKind } from "./code-record.js";
import { foreignCid } from "./spaces.js";
import { showTrial } from "./trace.js";
import { NO_USE } from "../../records/parameter-use.js";

export interface CallOptions {
  readonly kind?: CodeKind;
  readonly cid?: string;
  /** The sender: an address or the name of a key; by default the zero address. */
  readonly from?: unknown;
  /** Whether parameters are taken literally; otherwise names of keys become addresses. */
  readonly raw?: boolean;
}

/** Tries a call on the current state, of a registered code by name or of an unregistered record. */
export function createCall(connection: ConsoleConnection, host: Pick<Host, "keys">) {
  const { openChain, nowUs } = connection;
  const addresses = createAddresses(connection, host);
  return async (
    nameOrRecord: unknown,
    parameters: unknown = {},
    { kind, cid, from: signer, raw = false }: CallOptions = {},
  ) => {
    assertKind(kind);
    const from = signer === undefined ? ZERO_ADDRESS : await addresses.resolve(signer);
    const space = cid === undefined || raw ? cid : await addresses.resolveCid(cid);
    const chain = await openChain();
    const attempt = { from, parameters: toValueMap(parameters), timestampUs: BigInt(nowUs()) };
    const run = async (called: Pick<CallAttempt, "type" | "kind" | "cid">) => {
      const use = raw ? NO_USE : parameterUseOf(chain, called);
      const values = await addresses.resolveEach(attempt.parameters, use);
      return showTrial(await tryCall(chain, { ...attempt, ...called, parameters: values }));
    };
    if (typeof nameOrRecord === "string") {
      return run({ type: nameOrRecord, kind, cid: space ?? foreignCid(chain, nameOrRecord, kind) });
    }
    const record = completeRecord(toValueMap(nameOrRecord), chain.network.rootSpace, from);
    const text = canonicalJson(record);
    chain.codes.register([text]);
    const method = parseCode(text);
    return run({ type: method.name, kind: method.kind, cid: cidOf(method) });
  };
}
