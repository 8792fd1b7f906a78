import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import type { ValueMap } from "../../../src/codec/value.js";
import { devAccounts } from "../../../src/data/dev-network.js";
import type { KeyPair } from "../../../src/data/directory/identity.js";
import { signTransaction, type SignedTransaction } from "../../../src/records/transaction.js";
import { textIn } from "../../support/vectors.js";
import { HOSTILE_JSON, HOSTILE_TEXTS } from "./hostile.js";
import { ask, envelopeOf, json, multipart, urlencoded, type HttpAnswer } from "./http.js";
import type { MinedNode } from "./mined-node.js";
import { component, expectValid } from "./openapi-validator.js";

/** The fields of a form; a JSON field is text. */
export type Fields = Readonly<Record<string, string>>;

export const [alice, bob] = devAccounts() as [KeyPair, KeyPair];

/** Sends requests and transactions to a node that has mined and whose time stands still. */
export class Caller {
  readonly url: string;
  readonly #nowUs: number;
  #transactions = 0;

  constructor({ url, nowUs }: MinedNode) {
    this.url = url;
    this.#nowUs = nowUs;
  }

  /** A transaction of Alice's, different from all others. */
  transaction(type: string, parameters: Readonly<Record<string, string | bigint>>): SignedTransaction {
    this.#transactions += 1;
    const transaction: ValueMap = new Map<string, string | bigint>([
      ["type", type],
      ["timestamp", BigInt(this.#nowUs + this.#transactions)],
      ...Object.entries(parameters),
    ]);
    return signTransaction(transaction, alice.privateKey);
  }

  transfer(others: Readonly<Record<string, string>> = {}): SignedTransaction {
    return this.transaction("Send", { to: bob.address, amount: "1", ...others });
  }

  /** Sends fields as clients of the operation do: as a form, or as a JSON body. */
  post(operation: string, fields: Fields): Promise<HttpAnswer> {
    const isRaw = operation.includes("raw");
    return ask(this.url, `/${operation}`, isRaw ? json(bodyOf(fields)) : urlencoded(fields));
  }

  /** Sends every hostile value of one field in every form. */
  async sendHostile(
    operation: string,
    name: string,
    fields: Fields,
    check: (answer: HttpAnswer, value: string) => void,
  ): Promise<void> {
    const others = without(fields, name);
    for (const text of HOSTILE_TEXTS) {
      for (const form of [urlencoded, multipart]) {
        check(await ask(this.url, `/${operation}`, form({ ...others, [name]: text })), text);
      }
    }
    for (const value of HOSTILE_JSON) {
      check(await ask(this.url, `/${operation}`, json(bodyWith(others, name, value))), value);
      check(await ask(this.url, `/${operation}`, urlencoded({ ...others, [name]: value })), value);
    }
  }
}

export function fieldsOf({ transaction, public_key, signature }: SignedTransaction) {
  return { transaction: canonicalJson(transaction), public_key, signature };
}

export function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** The fields as a JSON body, with one more member of any JSON value. */
export function bodyWith(fields: Fields, name: string, value: string): string {
  const body = bodyOf(fields);
  return `${body.slice(0, -1)}${body === "{}" ? "" : ","}"${name}":${value}}`;
}

/** The message of an answer, which must be a refusal. */
export function messageIn(answer: HttpAnswer): string {
  expect(answer.status, answer.text).to.equal(400);
  expectValid(component("Failure"), envelopeOf(answer));
  return textIn(envelopeOf(answer).get("msg"));
}

/** A field that holds an object is an object in the body. */
function bodyOf(fields: Fields): string {
  const members = Object.entries(fields).map(([name, text]) =>
    text.startsWith("{") ? `"${name}":${text}` : `"${name}":${JSON.stringify(text)}`,
  );
  return `{${members.join(",")}}`;
}
