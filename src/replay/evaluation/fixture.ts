import {
  EMPTY,
  isList,
  isMap,
  memberOf,
  type Value,
  type ValueList,
  type ValueMap,
} from "../../codec/value.js";
import { readSignedTransaction, type SignedTransaction } from "../../records/transaction.js";
import * as errors from "../errors.js";

/** The common part of a recording's entries: the transaction, and the code that the entries belong to. */
export interface Fixture {
  readonly transaction: SignedTransaction;
  /** The transaction's hash on the recorded node. */
  readonly hash: string;
  readonly code: CodeIdentity;
  readonly postProcess: CodeIdentity;
}

/** The writer and space whose cells a code reads and writes. */
interface CodeIdentity {
  readonly writer: string;
  readonly space: string;
  readonly name: string;
}

/** Reads a fixture, or the member `fixture` of a whole recording. Throws `EVALUATION_INPUT`. */
export function readFixture(value: Value): Fixture {
  const fixture = memberOf(value, "fixture") ?? value;
  return {
    transaction: readSigned(fixture),
    hash: textMember(fixture, "tx_hash"),
    code: readIdentity(fixture, "code"),
    postProcess: readIdentity(fixture, "post_process"),
  };
}

/** Reads the transaction in `signed_data`. Throws `TRANSACTION_MALFORMED`. */
export function readSigned(value: Value): SignedTransaction {
  const signed = mapMember(value, "signed_data");
  return readSignedTransaction({
    transaction: signed.get("transaction"),
    public_key: signed.get("public_key"),
    signature: signed.get("signature"),
  });
}

function readIdentity(fixture: Value, name: string): CodeIdentity {
  const code = mapMember(fixture, name);
  return {
    writer: textMember(code, "writer"),
    space: textMember(code, "space"),
    name: textMember(code, "name"),
  };
}

/** Returns a text member of a fixture or an entry. Throws `EVALUATION_INPUT` with its name, as the next two do. */
export function textMember(value: Value | undefined, name: string): string {
  const member = memberOf(value, name);
  if (typeof member !== "string") throw errors.evaluationInput({ name, what: "text" });
  return member;
}

export function mapMember(value: Value | undefined, name: string): ValueMap {
  const member = memberOf(value, name);
  if (isMap(member)) return member;
  // The empty map is the empty list (PROTOCOL 1.5).
  if (isList(member) && member.length === 0) return new Map();
  throw errors.evaluationInput({ name, what: "a map" });
}

/** Returns a list, the empty one when it is missing. */
export function listMember(value: Value | undefined, name: string): ValueList {
  const member = memberOf(value, name) ?? EMPTY;
  if (!isList(member)) throw errors.evaluationInput({ name, what: "a list" });
  return member;
}
