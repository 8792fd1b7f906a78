import { findCode, listCodes } from "../../client/registered-codes.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import { parseJson } from "../../codec/parse-json.js";
import type { Value } from "../../codec/value.js";
import { tryCall } from "../../node/trial/try-call.js";
import { cidOf, parseCode, type CodeKind } from "../../records/code.js";
import { checkCode, type Finding } from "../../vm/machine.js";
import type { Connection } from "../connection.js";
import { toValueMap } from "../to-value.js";
import { classicRecord, completeRecord, methodRecord } from "./code-record.js";
import { evaluateAlone } from "./evaluate-alone.js";
import { createRegistrar, type Publisher } from "./register-code.js";
import { foreignCid } from "./spaces.js";
import { showTrial } from "./trace.js";
import type { Signers } from "../signers.js";

export interface CallOptions {
  readonly kind?: CodeKind;
  readonly cid?: string;
  /** Who would sign, nobody when left out. */
  readonly from?: string;
}

/** `code`: what is registered on the chain, and what could be. */
export function createCodeObject(
  connection: Connection,
  signers: Signers,
  wait: (hash: string) => Promise<unknown>,
) {
  const { client, openSource, nowUs } = connection;
  const register = createRegistrar(connection, signers, wait);
  return {
    /** The record of a code by its name or id. Throws `CODE_UNKNOWN`, `CODE_AMBIGUOUS`. */
    async get(nameOrId: string, kind?: CodeKind): Promise<Value> {
      return parseJson((await findCode(client, nameOrId, kind)).text);
    },
    /** Contracts before requests. */
    async list() {
      return (await listCodes(client)).map(({ id, method }) => {
        const { kind, name, version } = method;
        return {
          kind,
          name,
          version,
          parameters: (method.parameters ?? []).map((each) => each.name).join(" "),
          id,
          cid: cidOf(method),
        };
      });
    },
    count: () => client.codeCount(),
    classic: classicRecord,
    method: methodRecord,
    /** What is wrong with a record before it is registered; an empty list when nothing is. */
    check: (record: unknown): readonly Finding[] =>
      checkCode(canonicalJson(completeRecord(toValueMap(record), "", ZERO_ADDRESS))),
    /** Tries a call on the state of now, of a registered code by its name or of a record that is not registered. */
    async call(
      nameOrRecord: unknown,
      parameters: unknown = {},
      { kind, cid, from = ZERO_ADDRESS }: CallOptions = {},
    ) {
      const source = await openSource();
      const named = typeof nameOrRecord === "string" ? foreignCid(source, nameOrRecord, kind) : undefined;
      const attempt = {
        kind,
        cid: cid ?? named,
        from,
        parameters: toValueMap(parameters),
        timestampUs: BigInt(nowUs()),
      };
      if (typeof nameOrRecord === "string")
        return showTrial(await tryCall(source, { ...attempt, type: nameOrRecord }));
      const record = completeRecord(toValueMap(nameOrRecord), source.network.rootSpace, from);
      const text = canonicalJson(record);
      source.codes.register([text]);
      const method = parseCode(text);
      const tried = { ...attempt, type: method.name, kind: method.kind, cid: cidOf(method) };
      return showTrial(await tryCall(source, tried));
    },
    eval: evaluateAlone,
    /** Registers a record of the classic format, and waits until the chain has it. */
    register: (record: unknown, publisher?: Publisher) => register("Register", record, publisher),
    /** Publishes a record of the method format, and waits until the chain has it. */
    publish: (record: unknown, publisher?: Publisher) => register("Publish", record, publisher),
  };
}
