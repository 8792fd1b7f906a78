import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { ValueMap } from "../../src/codec/value.js";
import { devAccounts } from "../../src/node/dev-network.js";
import type { KeyPair } from "../../src/node/identity.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { textIn } from "../support/vectors.js";
import { HOSTILE_JSON, HOSTILE_TEXTS } from "./support/hostile.js";
import { ask, envelopeOf, json, multipart, urlencoded, type HttpAnswer } from "./support/http.js";
import { startMinedNode, type MinedNode } from "./support/mined-node.js";
import { answerOf, component, expectValid } from "./support/openapi-validator.js";

const BALANCE = '{"type":"GetBalance","address":"9515087d3e042a58311814f63d8cb284aec94d092f6b"}';
/** A transaction has at most so many bytes, its public key and signature among them (PROTOCOL 4). */
const MAX_TRANSACTION_SIZE = 1_048_576;

const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
let node: MinedNode;
let transfers = 0;

/** The fields of a form, JSON among them as text. */
type Fields = Readonly<Record<string, string>>;

/** A transfer that no other is, in the fields of a form. */
function transfer(others: Readonly<Record<string, string>> = {}): SignedTransaction {
  transfers += 1;
  const transaction: ValueMap = new Map<string, string | bigint>([
    ["type", "Send"],
    ["timestamp", BigInt(node.nowUs + transfers)],
    ["to", bob.address],
    ["amount", "1"],
    ...Object.entries(others),
  ]);
  return signTransaction(transaction, alice.privateKey);
}

function fieldsOf({ transaction, public_key, signature }: SignedTransaction): Record<string, string> {
  return { transaction: canonicalJson(transaction), public_key, signature };
}

/** As a JSON body: what is an object stands there as one. */
function bodyOf(fields: Fields): string {
  const members = Object.entries(fields).map(([name, text]) =>
    text.startsWith("{") ? `"${name}":${text}` : `"${name}":${JSON.stringify(text)}`,
  );
  return `{${members.join(",")}}`;
}

/** Sends fields as the operation's own clients do: as a form, or as a JSON body. */
function post(operation: string, fields: Fields): Promise<HttpAnswer> {
  const isRaw = operation.includes("raw");
  return ask(node.url, `/${operation}`, isRaw ? json(bodyOf(fields)) : urlencoded(fields));
}

function messageIn(answer: HttpAnswer): string {
  expect(answer.status, answer.text).to.equal(400);
  expectValid(component("Failure"), envelopeOf(answer));
  return textIn(envelopeOf(answer).get("msg"));
}

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}

/** Every way to send a hostile value of one field; none is an error of the node. */
async function sendHostile(
  operation: string,
  name: string,
  fields: Fields,
  check: (answer: HttpAnswer, value: string) => void,
): Promise<void> {
  const others = without(fields, name);
  for (const text of HOSTILE_TEXTS) {
    for (const form of [urlencoded, multipart]) {
      check(await ask(node.url, `/${operation}`, form({ ...others, [name]: text })), text);
    }
  }
  for (const value of HOSTILE_JSON) {
    const body = bodyOf(others);
    const text = `${body.slice(0, -1)}${body === "{}" ? "" : ","}"${name}":${value}}`;
    check(await ask(node.url, `/${operation}`, json(text)), value);
    check(await ask(node.url, `/${operation}`, urlencoded({ ...others, [name]: value })), value);
  }
}

describe("SPEC.md's execution operations, parameter by parameter, of a real node", () => {
  before(async () => {
    node = await startMinedNode();
  });
  after(() => node.stop());

  const MISSING: Readonly<Record<string, string>> = {
    request: 'The request must contain the "request.type" parameter. ',
    rawrequest: 'The request must contain the "request" parameter. ',
  };

  for (const operation of ["request", "rawrequest"]) {
    describe(`SPEC.md's ${operation}`, () => {
      it("request: takes a system request and registered request code", async () => {
        for (const request of ['{"type":"BlockCount"}', BALANCE]) {
          const answer = await post(operation, { request });
          expect(answer.status, answer.text).to.equal(200);
          expectValid(answerOf(`/${operation}`), envelopeOf(answer));
        }
      });

      it("request: is mandatory", async () => {
        expect(messageIn(await post(operation, {}))).to.equal(MISSING[operation]);
        expect(messageIn(await ask(node.url, `/${operation}`, json('{"request":null}')))).to.equal(
          MISSING[operation],
        );
      });

      it("request: is an object with a type, nothing else", async () => {
        for (const value of [
          "5",
          "true",
          "[]",
          '["GetBlock"]',
          "{}",
          '{"type":null}',
          '"GetBlock"',
          '{"Type":"x"}',
        ]) {
          const answer = await ask(node.url, `/${operation}`, json(`{"request":${value}}`));
          expect(messageIn(answer), value).to.match(
            /The request must contain the "request(\.type)?" parameter/,
          );
        }
      });

      it("request: names what is there", async () => {
        expect(messageIn(await post(operation, { request: '{"type":"Nope"}' }))).to.equal(
          "There is no request code: Nope ",
        );
        const shadow = `{"type":"GetBlock","cid":"${"0".repeat(64)}"}`;
        expect(messageIn(await post(operation, { request: shadow }))).to.include("There is no request code");
      });

      for (const name of ["public_key", "signature"]) {
        it(`${name}: is optional and not checked, whatever it is`, async () => {
          const plain = (await post(operation, { request: BALANCE })).text;
          await sendHostile(operation, name, { request: BALANCE }, (answer, value) => {
            expect(answer.status, value).to.equal(200);
            expect(answer.text, value).to.equal(plain);
          });
        });
      }

      it("request: is answered or refused whatever it is", async () => {
        await sendHostile(operation, "request", {}, (answer) => {
          expect(answer.status).to.equal(400);
          expectValid(component("Failure"), envelopeOf(answer));
        });
      });
    });
  }

  const ADDED = /^Transaction is added: [0-9a-f]{78}$/;

  for (const operation of ["sendtransaction", "sendrawtransaction", "weight"]) {
    describe(`SPEC.md's ${operation}${operation === "weight" ? " (PROTOCOL 13)" : ""}`, () => {
      const answered = operation === "weight" ? /^[0-9]+$/ : ADDED;

      it("transaction, public_key, signature: takes a signed transaction", async () => {
        const signed = transfer();
        const answer = await post(operation, fieldsOf(signed));
        expect(answer.status, answer.text).to.equal(200);
        expectValid(answerOf(`/${operation}`), envelopeOf(answer));
        expect(textIn(envelopeOf(answer).get("data"))).to.match(answered);
      });

      for (const name of ["transaction", "public_key", "signature"]) {
        const isWeighed = operation === "weight" && name === "signature";
        it(`${name}: is mandatory (PROTOCOL 5)${isWeighed ? ", but not to be weighed" : ""}`, async () => {
          const fields = fieldsOf(transfer());
          if (isWeighed) {
            expect((await post(operation, without(fields, name))).status).to.equal(200);
            return;
          }
          expect(messageIn(await post(operation, without(fields, name)))).to.not.equal("");
          const body = bodyOf(without(fields, name));
          const answer = await ask(node.url, `/${operation}`, json(`${body.slice(0, -1)},"${name}":null}`));
          expect(messageIn(answer)).to.not.equal("");
        });

        it(`${name}: is refused when it is anything else`, async () => {
          await sendHostile(operation, name, fieldsOf(transfer()), (answer, value) => {
            // Weight weighs what is not signed too.
            if (operation === "weight" && name === "signature" && answer.status === 200) return;
            expect(answer.status, value).to.equal(400);
            expectValid(component("Failure"), envelopeOf(answer));
          });
        });
      }

      it("public_key: is 64 lower-case hex characters, no more, no fewer, no others", async () => {
        const { public_key, ...others } = fieldsOf(transfer());
        for (const key of [
          `${public_key}0`,
          (public_key ?? "").slice(1),
          (public_key ?? "").toUpperCase(),
          ` ${public_key ?? ""}`,
        ]) {
          const message = messageIn(await post(operation, { ...others, public_key: key }));
          expect(message, key).to.equal(`Invalid public key: ${key}`);
        }
      });

      if (operation !== "weight") {
        it("signature: is 128 hex characters over this very transaction, of either case", async () => {
          const { signature, ...others } = fieldsOf(transfer());
          const right = signature ?? "";
          for (const wrong of [
            `${right}00`,
            right.slice(2),
            `${right.slice(0, -2)}zz`,
            transfer().signature,
          ]) {
            const message = messageIn(await post(operation, { ...others, signature: wrong }));
            expect(message, wrong).to.match(new RegExp(`^Invalid signature: ${wrong} `));
          }
          const answer = await post(operation, { ...others, signature: right.toUpperCase() });
          expect(answer.status, answer.text).to.equal(200);
        });

        it("transaction: is taken once", async () => {
          const fields = fieldsOf(transfer());
          expect((await post(operation, fields)).status).to.equal(200);
          expect(messageIn(await post(operation, fields))).to.equal("The same transaction is already added");
        });
      }

      it("transaction: type and timestamp are mandatory and of their types", async () => {
        const messages: Readonly<Record<string, string>> = {
          '{"timestamp":1}': 'The signed transaction must contain the "transaction.type" parameter. ',
          '{"type":5,"timestamp":1}': 'Parameter "transaction.type" must be of string type. ',
          '{"type":"Send"}': 'The signed transaction must contain the "transaction.timestamp" parameter. ',
          '{"type":"Send","timestamp":"1"}': 'Parameter "transaction.timestamp" must be of integer type. ',
          '{"type":"Send","timestamp":1.5}': 'Parameter "transaction.timestamp" must be of integer type. ',
        };
        for (const [transaction, message] of Object.entries(messages)) {
          const fields = { ...fieldsOf(transfer()), transaction };
          expect(messageIn(await post(operation, fields)), transaction).to.equal(message);
        }
      });

      it(`transaction: takes ${MAX_TRANSACTION_SIZE} bytes with its signer, and not one more`, async () => {
        const padding = MAX_TRANSACTION_SIZE - transfer({ memo: "" }).size;
        const longest = transfer({ memo: "m".repeat(padding) });
        expect(longest.size).to.equal(MAX_TRANSACTION_SIZE);
        const taken = await post(operation, fieldsOf(longest));
        expect(taken.status, taken.text.slice(0, 200)).to.equal(200);
        // One byte more cannot be signed here: another byte of the same text is enough.
        const fields = fieldsOf(longest);
        const longer = (fields["transaction"] ?? "").replace('"memo":"m', '"memo":"mm');
        expect(messageIn(await post(operation, { ...fields, transaction: longer }))).to.equal(
          `The transaction must not exceed ${MAX_TRANSACTION_SIZE} bytes. `,
        );
      });
    });
  }

  describe("SPEC.md's Send, Refine, HotFix and GetBalance, registered", () => {
    async function refused(
      type: string,
      parameters: Readonly<Record<string, string | bigint>>,
    ): Promise<string> {
      transfers += 1;
      const transaction: ValueMap = new Map<string, string | bigint>([
        ["type", type],
        ["timestamp", BigInt(node.nowUs + transfers)],
        ...Object.entries(parameters),
      ]);
      const answer = await post(
        "sendrawtransaction",
        fieldsOf(signTransaction(transaction, alice.privateKey)),
      );
      return messageIn(answer);
    }
    const tooLong = (name: string, maxlength: number): string =>
      `The length of the parameter '${name}' must be less than ${maxlength} characters. `;
    const missing = (name: string): string => `The data must contain the '${name}' parameter. `;

    it("Send to: maxlength 44, mandatory, a string", async () => {
      expect(await refused("Send", { to: "0".repeat(45), amount: "1" })).to.equal(tooLong("to", 44));
      expect(await refused("Send", { amount: "1" })).to.equal(missing("to"));
      expect(await refused("Send", { to: 5n, amount: "1" })).to.equal(
        "Parameter 'to' must be of string type. ",
      );
    });

    it("Send amount: maxlength 40, a string, at least 0, no more than the balance", async () => {
      const to = bob.address;
      expect(await refused("Send", { to, amount: "1".repeat(41) })).to.equal(tooLong("amount", 40));
      expect(await refused("Send", { to, amount: 5n })).to.equal(
        "Parameter 'amount' must be of string type. ",
      );
      expect(await refused("Send", { to, amount: "-1" })).to.equal("Amount must exceed zero. ");
      expect(await refused("Send", { to, amount: "9".repeat(40) })).to.equal(
        "You can't send more than what you have. ",
      );
    });

    it("Refine amount: maxlength 40, mandatory, more than 0, an integer, no more than the resource", async () => {
      expect(await refused("Refine", { amount: "1".repeat(41) })).to.equal(tooLong("amount", 40));
      expect(await refused("Refine", {})).to.match(/'amount'/);
      expect(await refused("Refine", { amount: "0" })).to.equal(
        "The amount to be refined must be greater than zero. ",
      );
      expect(await refused("Refine", { amount: "1.5" })).to.equal(
        "The amount to be refined must be an integer. ",
      );
      expect(await refused("Refine", { amount: "9".repeat(40) })).to.equal(
        "The amount to be refined must be greater than or equal to the amount of resources you have. ",
      );
    });

    it("HotFix: is closed, whatever it is given", async () => {
      for (const parameters of [{}, { amount: "1" }]) {
        expect(await refused("HotFix", parameters)).to.equal("It's closed contract. ");
      }
    });

    it("GetBalance address: maxlength 44, a string", async () => {
      const ask = async (address: string): Promise<string> =>
        messageIn(await post("rawrequest", { request: `{"type":"GetBalance"${address}}` }));
      expect(await ask(`,"address":"${"0".repeat(45)}"`)).to.equal(tooLong("address", 44));
      // The code has a default, the empty text, which is nobody's address (http.json, GetBalance empty).
      const answer = await post("rawrequest", { request: '{"type":"GetBalance"}' });
      expect(answer.text).to.equal('{"code":200,"data":{"balance":null}}');
      expect(await ask(',"address":5')).to.equal("Parameter 'address' must be of string type. ");
    });
  });
});
