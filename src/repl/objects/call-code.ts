import { ZERO_ADDRESS } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { tryCall } from "../../node/trial/try-call.js";
import { cidOf, parseCode, type CodeKind } from "../../records/code.js";
import type { Connection } from "../connection.js";
import { toValueMap } from "../to-value.js";
import { completeRecord } from "./code-record.js";
import { foreignCid } from "./spaces.js";
import { showTrial } from "./trace.js";

export interface CallOptions {
  readonly kind?: CodeKind;
  readonly cid?: string;
  /** Who would sign, nobody when left out. */
  readonly from?: string;
}

/** Tries a call on the state of now, of a registered code by its name or of a record that is not registered. */
export function createCall({ openSource, nowUs }: Pick<Connection, "openSource" | "nowUs">) {
  return async (
    nameOrRecord: unknown,
    parameters: unknown = {},
    { kind, cid, from = ZERO_ADDRESS }: CallOptions = {},
  ) => {
    const source = await openSource();
    const attempt = { from, parameters: toValueMap(parameters), timestampUs: BigInt(nowUs()) };
    if (typeof nameOrRecord === "string") {
      const place = cid ?? foreignCid(source, nameOrRecord, kind);
      return showTrial(await tryCall(source, { ...attempt, type: nameOrRecord, kind, cid: place }));
    }
    const record = completeRecord(toValueMap(nameOrRecord), source.network.rootSpace, from);
    const text = canonicalJson(record);
    source.codes.register([text]);
    const method = parseCode(text);
    const called = { type: method.name, kind: method.kind, cid: cidOf(method) };
    return showTrial(await tryCall(source, { ...attempt, ...called }));
  };
}
