import type { Value } from "../../codec/value.js";
import { memberOf } from "../../codec/value.js";
import { readSignedTransaction, type SignedTransaction } from "../../records/transaction.js";
import { mapMember, textMember } from "./entry-members.js";

/** The common part of a recording's entries: the transaction, and the code that the entries belong to. */
export interface Fixture {
  readonly transaction: SignedTransaction;
  /** The transaction's hash on the recorded node. */
  readonly hash: string;
  readonly code: CodeIdentity;
  readonly postProcess: CodeIdentity;
}

/** The writer and space whose cells a code reads and writes. */
export interface CodeIdentity {
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
