import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { textIn } from "../support/vectors.js";
import { ask, envelopeOf, json, multipart, urlencoded, type HttpAnswer } from "./support/http.js";
import { HOSTILE_JSON, HOSTILE_TEXTS } from "./support/hostile.js";
import { answerOf, component, expectValid } from "./support/openapi-validator.js";
import { useRecordedNode } from "./support/recorded-node.js";

/** The parameters of the node operations of the RPC interface. It gives no lengths; those are the node's own. */
interface Row {
  readonly operation: string;
  readonly parameter: string;
  /** Other parameters that it needs. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly good: readonly string[];
  /** The value that counts when it has another type. */
  readonly mistyped: readonly (readonly [given: string, takenFor: string])[];
  readonly maxlength: number;
}

const ROWS: readonly Row[] = [
  {
    operation: "peer",
    parameter: "register",
    beside: { host: "192.0.2.7:9900" },
    good: ["0", "1"],
    mistyped: [
      ["true", "1"],
      ["false", "0"],
      ["abc", "0"],
      ["2", "1"],
    ],
    maxlength: 5,
  },
  {
    operation: "peer",
    parameter: "host",
    beside: { register: "1" },
    good: ["192.0.2.7:9900", "https://node.example.org", "[2001:db8::7]:9900"],
    mistyped: [["5", "192.0.2.7:9900"]],
    maxlength: 259,
  },
  {
    operation: "peer",
    parameter: "authentication",
    good: ["0", "1"],
    mistyped: [
      ["true", "1"],
      ["abc", "0"],
    ],
    maxlength: 5,
  },
  {
    operation: "peer",
    parameter: "height",
    beside: { authentication: "1" },
    good: ["0", "1", "42", "99999"],
    mistyped: [
      ["abc", "0"],
      ["5abc", "5"],
    ],
    maxlength: 16,
  },
  {
    operation: "round",
    parameter: "chain_type",
    good: ["main", "resource", "all"],
    mistyped: [
      ["foo", "main"],
      ["", "main"],
      ["5", "main"],
      ["MAIN", "main"],
    ],
    maxlength: 8,
  },
  {
    operation: "round",
    parameter: "height",
    good: ["1", "78", "0", "-1", "99999"],
    mistyped: [
      ["abc", "0"],
      ["", "0"],
      ["5abc", "5"],
      ["1.9", "1"],
      ["99999999999999999999", "0"],
    ],
    maxlength: 20,
  },
  {
    operation: "broadcast",
    parameter: "chain_type",
    good: ["main", "resource", "all"],
    mistyped: [["foo", "main"]],
    maxlength: 8,
  },
  {
    operation: "broadcast",
    parameter: "round_key",
    good: ["0".repeat(78)],
    mistyped: [
      ["abc", "0".repeat(78)],
      ["5", "0".repeat(78)],
    ],
    maxlength: 78,
  },
];

/** Removes what differs in each answer: the node's clock stands still, but its signatures do not. */
function steady(answer: HttpAnswer): string {
  const data = memberOf(envelopeOf(answer), "data");
  const node = memberOf(data, "node");
  return node === undefined ? answer.text : canonicalJson(memberOf(node, "string") ?? null);
}

describe("the node operations of the RPC interface, parameter by parameter, of a node over the recorded chain", () => {
  const node = useRecordedNode();

  function get(operation: string, fields: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    return ask(node().url, `/${operation}?${new URLSearchParams(fields).toString()}`);
  }

  for (const operation of ["ping", "info"]) {
    it(`${operation}: has no parameter, and ignores any`, async () => {
      const bare = await get(operation, {});
      expect(await get(operation, { height: "abc", constructor: "1" })).to.include({
        status: 200,
        text: bare.text,
      });
    });
  }

  for (const { operation, parameter, beside = {}, good, mistyped, maxlength } of ROWS) {
    describe(`${operation}: ${parameter}`, () => {
      const given = (value: string): Promise<HttpAnswer> => get(operation, { ...beside, [parameter]: value });

      it(`accepts ${good.map((value) => JSON.stringify(value)).join(", ")}`, async () => {
        for (const value of good) {
          const answer = await given(value);
          expect(answer.status, `${value}: ${answer.text}`).to.equal(200);
          expectValid(answerOf(`/${operation}`), envelopeOf(answer));
        }
      });

      it("may be left out", async () => {
        expect((await get(operation, beside)).status).to.equal(200);
      });

      for (const [text, takenFor] of mistyped) {
        it(`of another type is not refused: ${JSON.stringify(text)} counts as ${JSON.stringify(takenFor)}`, async () => {
          const answer = await given(text);
          expect(answer.status, answer.text).to.equal(200);
          expect(steady(answer)).to.equal(steady(await given(takenFor)));
        });
      }

      it(`accepts ${maxlength} characters and not one more`, async () => {
        expect((await given("1".repeat(maxlength))).status).to.equal(200);
        const longer = await given("1".repeat(maxlength + 1));
        expect([longer.status, envelopeOf(longer).get("msg")]).to.deep.equal([
          400,
          `The length of the parameter '${parameter}' must be less than ${maxlength} characters. `,
        ]);
      });

      it("answers or refuses every value, as a query, a form and JSON", async () => {
        const check = (answer: HttpAnswer, value: string): void => {
          expect(answer.status, value).to.be.oneOf([200, 400]);
          const schema = answer.status === 200 ? answerOf(`/${operation}`) : component("Failure");
          expectValid(schema, envelopeOf(answer));
        };
        for (const text of HOSTILE_TEXTS) {
          check(await given(text), text);
          for (const form of [urlencoded, multipart]) {
            check(await ask(node().url, `/${operation}`, form({ ...beside, [parameter]: text })), text);
          }
        }
        for (const value of HOSTILE_JSON) {
          check(await ask(node().url, `/${operation}`, json(`{"${parameter}":${value}}`)), value);
        }
      });

      it("is refused when it is not UTF-8", async () => {
        const answer = await ask(node().url, `/${operation}?${parameter}=%ff`);
        expect(answer.status).to.equal(400);
        expect(textIn(envelopeOf(answer).get("msg"))).to.include("not valid UTF-8");
      });
    });
  }

  it("Round returns the latest block without a height, and the empty block for an unknown height", async () => {
    const heightOf = async (fields: Readonly<Record<string, string>>): Promise<Value | undefined> =>
      memberOf(memberOf(memberOf(envelopeOf(await get("round", fields)), "data"), "block"), "height");
    expect(await heightOf({})).to.equal(78n);
    expect(await heightOf({ height: "5" })).to.equal(5n);
    expect(await heightOf({ height: "abc" })).to.equal(0n);
    expect(await heightOf({ height: "79" })).to.equal(0n);
    expect(await heightOf({ chain_type: "resource" })).to.equal(42n);
  });

  it("Broadcast's round_key is the latest block's hash when left out", async () => {
    const round = memberOf(envelopeOf(await get("round", {})), "data");
    const blockhash = textIn(memberOf(memberOf(round, "block"), "blockhash"));
    expect((await get("broadcast", { round_key: blockhash })).text).to.equal(
      (await get("broadcast", {})).text,
    );
  });

  it("Peer always has register, registerResult and authentication beside data (PROTOCOL 13.8)", async () => {
    const flags = async (fields: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
      const envelope = envelopeOf(await get("peer", fields));
      return ["register", "registerResult", "authentication"].map((name) => envelope.get(name));
    };
    expect(await flags({})).to.deep.equal([false, false, false]);
    expect(await flags({ authentication: "1" })).to.deep.equal([false, false, true]);
    // This node has no peers: no host can register.
    expect(await flags({ register: "1", host: "192.0.2.7:9900" })).to.deep.equal([true, false, false]);
  });

  it("meet no unexpected error", () => {
    expect(node().errors).to.deep.equal([]);
  });
});
