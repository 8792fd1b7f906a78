import { expect } from "chai";
import { textIn } from "../support/vectors.js";
import { Caller, bodyWith, fieldsOf, messageIn, without } from "./support/caller.js";
import { ask, envelopeOf, json } from "./support/http.js";
import { startMinedNode, type MinedNode } from "./support/mined-node.js";
import { answerOf, component, expectValid } from "./support/openapi-validator.js";

const BALANCE = '{"type":"GetBalance","address":"9515087d3e042a58311814f63d8cb284aec94d092f6b"}';
/** The most bytes of a transaction, its public key and signature included (PROTOCOL 4.3, 5.3). */
const MAX_TRANSACTION_SIZE = 1_048_576;

describe("the execution operations of the RPC interface, parameter by parameter, of a real node", () => {
  let node: MinedNode;
  let caller: Caller;
  before(async () => {
    node = await startMinedNode();
    caller = new Caller(node);
  });
  after(() => node.stop());

  const MISSING: Readonly<Record<string, string>> = {
    request: 'The request must contain the "request.type" parameter. ',
    rawrequest: 'The request must contain the "request" parameter. ',
  };

  for (const operation of ["request", "rawrequest"]) {
    describe(`${operation} of the RPC interface`, () => {
      it("request: accepts a system request and registered request code", async () => {
        for (const request of ['{"type":"BlockCount"}', BALANCE]) {
          const answer = await caller.post(operation, { request });
          expect(answer.status, answer.text).to.equal(200);
          expectValid(answerOf(`/${operation}`), envelopeOf(answer));
        }
      });

      it("request: is mandatory", async () => {
        expect(messageIn(await caller.post(operation, {}))).to.equal(MISSING[operation]);
        expect(messageIn(await ask(node.url, `/${operation}`, json('{"request":null}')))).to.equal(
          MISSING[operation],
        );
      });

      it("request: must be an object with a type", async () => {
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

      it("request: must name a request that exists", async () => {
        expect(messageIn(await caller.post(operation, { request: '{"type":"Nope"}' }))).to.equal(
          "There is no request code: Nope ",
        );
        const shadow = `{"type":"GetBlock","cid":"${"0".repeat(64)}"}`;
        expect(messageIn(await caller.post(operation, { request: shadow }))).to.include(
          "There is no request code",
        );
      });

      for (const name of ["public_key", "signature"]) {
        it(`${name}: is optional and not checked (PROTOCOL 5.7)`, async () => {
          const plain = (await caller.post(operation, { request: BALANCE })).text;
          await caller.sendHostile(operation, name, { request: BALANCE }, (answer, value) => {
            expect(answer.status, value).to.equal(200);
            expect(answer.text, value).to.equal(plain);
          });
        });
      }

      it("request: is answered or refused whatever it is", async () => {
        await caller.sendHostile(operation, "request", {}, (answer) => {
          expect(answer.status).to.equal(400);
          expectValid(component("Failure"), envelopeOf(answer));
        });
      });
    });
  }

  const ADDED = /^Transaction is added: [0-9a-f]{78}$/;

  for (const operation of ["sendtransaction", "sendrawtransaction", "weight"]) {
    describe(`${operation} of the RPC interface${operation === "weight" ? " (PROTOCOL 13.7)" : ""}`, () => {
      const answered = operation === "weight" ? /^[0-9]+$/ : ADDED;

      it("transaction, public_key, signature: accepts a signed transaction", async () => {
        const signed = caller.transfer();
        const answer = await caller.post(operation, fieldsOf(signed));
        expect(answer.status, answer.text).to.equal(200);
        expectValid(answerOf(`/${operation}`), envelopeOf(answer));
        expect(textIn(envelopeOf(answer).get("data"))).to.match(answered);
      });

      for (const name of ["transaction", "public_key", "signature"]) {
        const isWeighed = operation === "weight" && name === "signature";
        it(`${name}: is mandatory (PROTOCOL 5.4)${isWeighed ? ", except to be weighed" : ""}`, async () => {
          const fields = fieldsOf(caller.transfer());
          if (isWeighed) {
            expect((await caller.post(operation, without(fields, name))).status).to.equal(200);
            return;
          }
          expect(messageIn(await caller.post(operation, without(fields, name)))).to.not.equal("");
          const body = bodyWith(without(fields, name), name, "null");
          const answer = await ask(node.url, `/${operation}`, json(body));
          expect(messageIn(answer)).to.not.equal("");
        });

        it(`${name}: is refused when it has another type`, async () => {
          await caller.sendHostile(operation, name, fieldsOf(caller.transfer()), (answer, value) => {
            // Weight also weighs unsigned transactions.
            if (operation === "weight" && name === "signature" && answer.status === 200) return;
            expect(answer.status, value).to.equal(400);
            expectValid(component("Failure"), envelopeOf(answer));
          });
        });
      }

      it("public_key: must be exactly 64 lower-case hexadecimal characters", async () => {
        const { public_key, ...others } = fieldsOf(caller.transfer());
        for (const key of [
          `${public_key}0`,
          (public_key ?? "").slice(1),
          (public_key ?? "").toUpperCase(),
          ` ${public_key ?? ""}`,
        ]) {
          const message = messageIn(await caller.post(operation, { ...others, public_key: key }));
          expect(message, key).to.equal(`Invalid public key: ${key}`);
        }
      });

      if (operation !== "weight") {
        it("signature: must be 128 hexadecimal characters of either case, over this transaction", async () => {
          const { signature, ...others } = fieldsOf(caller.transfer());
          const right = signature ?? "";
          for (const wrong of [
            `${right}00`,
            right.slice(2),
            `${right.slice(0, -2)}zz`,
            caller.transfer().signature,
          ]) {
            const message = messageIn(await caller.post(operation, { ...others, signature: wrong }));
            expect(message, wrong).to.match(new RegExp(`^Invalid signature: ${wrong} `));
          }
          const answer = await caller.post(operation, { ...others, signature: right.toUpperCase() });
          expect(answer.status, answer.text).to.equal(200);
        });

        it("transaction: is accepted once (PROTOCOL 5.6)", async () => {
          const fields = fieldsOf(caller.transfer());
          expect((await caller.post(operation, fields)).status).to.equal(200);
          expect(messageIn(await caller.post(operation, fields))).to.equal(
            "The same transaction is already added",
          );
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
          const fields = { ...fieldsOf(caller.transfer()), transaction };
          expect(messageIn(await caller.post(operation, fields)), transaction).to.equal(message);
        }
      });

      it(`transaction: accepts ${MAX_TRANSACTION_SIZE} bytes with its signer, and not one more`, async () => {
        const padding = MAX_TRANSACTION_SIZE - caller.transfer({ memo: "" }).size;
        const longest = caller.transfer({ memo: "m".repeat(padding) });
        expect(longest.size).to.equal(MAX_TRANSACTION_SIZE);
        const taken = await caller.post(operation, fieldsOf(longest));
        expect(taken.status, taken.text.slice(0, 200)).to.equal(200);
        // One byte more cannot be signed here: the same text with one more byte is sent instead.
        const fields = fieldsOf(longest);
        const longer = (fields["transaction"] ?? "").replace('"memo":"m', '"memo":"mm');
        expect(messageIn(await caller.post(operation, { ...fields, transaction: longer }))).to.equal(
          `The transaction must not exceed ${MAX_TRANSACTION_SIZE} bytes. `,
        );
      });
    });
  }
});
