import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { messageOf as sentenceOf } from "../../src/codec/chain-error.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { SYSTEM_CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { signTransaction } from "../../src/records/transaction.js";
import { transactionToRecord } from "../support/transaction-record.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { testKey } from "../support/keys.js";
import { mapIn } from "../support/vectors.js";
import { ask, envelopeOf, json } from "./support/http.js";
import { useRecordedNode } from "./support/recorded-node.js";

const SECOND_US = 1_000_000;

/**
 * The system contracts of the RPC interface, written independently of the sources: the mandatory parameters, all
 * strings, and their maxlength.
 */
const SPEC_CONTRACTS: Readonly<
  Record<string, readonly { readonly name: string; readonly maxlength: number }[]>
> = {
  Genesis: [{ name: "network_address", maxlength: 44 }],
  Register: [{ name: "code", maxlength: 65_536 }],
  Revoke: [],
  Grant: [],
  Oracle: [{ name: "code", maxlength: 65_536 }],
};

/** The refusal that an outsider gets whose parameters are right (PROTOCOL 6.9, 6.10, 6.11, 6.12, 6.13, 14.6). */
const NOT_ALLOWED: Readonly<Record<string, string>> = {
  Genesis: "Invalid network address. ",
  Register: "You are not network manager. ",
  Revoke: "You are not network manager. ",
  Grant: "This address is not included in the network addresses and can't be hardforked. ",
  Oracle: "You are not network manager. ",
};

describe("the system contracts of the RPC interface, row by row, for an outsider (PROTOCOL 6.9, 6.10, 6.11, 6.12, 6.13)", () => {
  const node = useRecordedNode();
  const outsider = testKey("outsider");

  async function messageOf(type: string, parameters: Readonly<Record<string, Value>>): Promise<unknown> {
    const transaction = mapIn(objectToValue({ type, timestamp: 1_795_238_612_000_000n, ...parameters }));
    const record = transactionToRecord(signTransaction(transaction, outsider.privateKey));
    const answer = await ask(node().url, "/sendrawtransaction", json(canonicalJson(record)));
    expect(answer.status).to.equal(400);
    return envelopeOf(answer).get("msg");
  }

  it("are the five of the operations table, with the same parameters", () => {
    const table = [...SYSTEM_CONTRACTS].map(([type, { parameters }]) => [
      type,
      parameters.map(({ name, maxlength }) => ({ name, maxlength })),
    ]);
    expect(Object.fromEntries(table)).to.deep.equal(SPEC_CONTRACTS);
  });

  for (const [type, parameters] of Object.entries(SPEC_CONTRACTS)) {
    describe(type, () => {
      const good = Object.fromEntries(parameters.map(({ name }) => [name, "x"]));

      it("is refused by its own rule when its parameters are right", async () => {
        expect(await messageOf(type, good)).to.equal(NOT_ALLOWED[type]);
      });

      for (const { name, maxlength } of parameters) {
        it(`${name}: accepts ${maxlength} characters and not one more`, async () => {
          expect(await messageOf(type, { [name]: "x".repeat(maxlength) })).to.equal(NOT_ALLOWED[type]);
          expect(await messageOf(type, { [name]: "x".repeat(maxlength + 1) })).to.equal(
            `The length of the parameter '${name}' must be less than ${maxlength} characters. `,
          );
        });

        it(`${name}: is mandatory and of its type`, async () => {
          // An outsider's Oracle is refused for the sender first (http.json, Oracle non-manager).
          const expected = (message: string): unknown => (type === "Oracle" ? NOT_ALLOWED[type] : message);
          const missing = expected(`The data must contain the '${name}' parameter. `);
          expect(await messageOf(type, {})).to.equal(missing);
          expect(await messageOf(type, { [name]: null })).to.equal(missing);
          expect(await messageOf(type, { [name]: 5n })).to.equal(
            expected(`Parameter '${name}' must be of string type. `),
          );
        });
      }
    });
  }
});

describe("Register and Oracle of the RPC interface, for a network manager", () => {
  let dev: TestNode;
  before(async () => {
    dev = await startDevNode();
  });
  after(() => dev.node.stop());

  async function submit(parameters: Readonly<Record<string, Value>>, type = "Oracle"): Promise<string> {
    const { node, clock } = dev;
    const members = { type, timestamp: BigInt(clock.nowUs()), ...parameters };
    const signed = signTransaction(mapIn(objectToValue(members)), node.identity.node.privateKey);
    return node.submit(signed).then(() => "", sentenceOf);
  }

  it("Register accepts a code of any 65,536 bytes", async () => {
    const nonce = dev.node.ledger.network.rootSpace;
    for (const [version, filler] of ["m", "/", "\u00e9", '","'].entries()) {
      const head =
        `{"type":"contract","name":"Longest","version":"${version + 1}","nonce":"${nonce}",` +
        `"writer":"${ZERO_ADDRESS}","parameters":[],"conditions":[[true,"`;
      const tail = '"]],"updates":[]}';
      const room = 65_536 - head.length - tail.length;
      const length = Buffer.byteLength(filler);
      const code = head + filler.repeat(Math.floor(room / length)) + "m".repeat(room % length) + tail;
      expect(Buffer.byteLength(code)).to.equal(65_536);
      expect(await submit({ code }, "Register"), filler).to.equal("");
      // Two such codes are nearly all the work that fits one interval.
      await dev.pass(SECOND_US);
    }
  });

  it("Oracle is refused without its code when it is submitted, and accepted with it (PROTOCOL 6.12)", async () => {
    expect(await submit({})).to.equal("The data must contain the 'code' parameter. ");
    expect(await submit({ code: 5n })).to.equal("Parameter 'code' must be of string type. ");
    expect(await submit({ code: "x" })).to.equal("");
  });
});
