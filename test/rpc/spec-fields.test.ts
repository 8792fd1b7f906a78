import type { ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { isMap, memberOf, valuesOf, type Value } from "../../src/codec/value.js";
import { textIn } from "../support/vectors.js";
import { ask, envelopeOf } from "./support/http.js";
import { startMinedNode, type MinedNode } from "./support/mined-node.js";
import { answerOf, component } from "./support/openapi-validator.js";
import { useRecordedNode } from "./support/recorded-node.js";
import { startRoundNode, type RoundNode } from "./support/round-node.js";
import { SPEC_NODE_ANSWERS } from "./support/spec-node-operations.js";
import { CONTRACT_CODE, MAIN_BLOCK, REQUEST_CODE, RESOURCE_BLOCK } from "./support/spec-records.js";
import {
  describeShape,
  fields,
  fits,
  mapOf,
  statementsOf,
  valuesAt,
  type Shape,
} from "./support/spec-shapes.js";
import { SPEC_REQUESTS } from "./support/spec-system-requests.js";
import { wrongAnswers } from "./support/wrong-answers.js";

function requestPath(members: Readonly<Record<string, string>>): string {
  const text = Object.entries(members).map(([name, value]) => `"${name}":${value}`);
  return `/request?request=${encodeURIComponent(`{${text.join(",")}}`)}`;
}

const success = (data: Shape): Shape => fields({ code: "an integer", status: "a string", data });

/** Other valid answers of the same operation: no such code, no statement asked for (PROTOCOL 13.8, 13.13). */
const ALSO_RIGHT: ReadonlySet<string> = new Set([
  "GetCode: data.<code hash>: null for a string",
  "Peer with authentication: data: without node",
  "Peer with authentication: data: without slot",
]);

/**
 * One test for each statement of a shape, against the answer's value. When the OpenAPI document describes the answer,
 * one more test checks that its schema makes the same statements.
 */
function describeAnswer(
  title: string,
  shape: Shape,
  read: () => Promise<Value>,
  schema?: () => ValidateFunction,
): void {
  describe(title, () => {
    const statements = statementsOf(shape, []);
    let answer: Value;
    before(async () => {
      answer = await read();
    });
    for (const { path, shape: said } of statements) {
      it(`${path.length === 0 ? "the answer" : path.join(".")} is ${describeShape(said)}`, () => {
        const found = valuesAt(answer, path);
        // Whether a known host is not yet a peer depends on timing.
        if (path.join(".") !== "data.known_hosts.[]") expect(found.length, "found").to.be.greaterThan(0);
        for (const value of found) expect(fits(value, said), canonicalJson(value)).to.equal(true);
      });
    }

    if (schema === undefined) return;
    it("is accepted by the OpenAPI schema, which refuses every other shape", () => {
      const validate = schema();
      const text = canonicalJson(answer);
      expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).to.equal(true);
      let tried = 0;
      for (const { title: wrong, answer: other } of wrongAnswers(text, statements)) {
        if (ALSO_RIGHT.has(`${title}: ${wrong}`)) continue;
        expect(validate(other), wrong).to.equal(false);
        tried += 1;
      }
      expect(tried).to.be.greaterThan(statements.length);
    });
  });
}

describe("the answers of the RPC interface, field by field, of a node over the recorded chain", () => {
  const node = useRecordedNode();
  const envelopeAt = async (path: string): Promise<Value> => envelopeOf(await ask(node().url, path));

  for (const { type, example, data } of SPEC_REQUESTS) {
    if (type === "GetResourceBlock") continue;
    describeAnswer(
      type,
      success(data),
      () => envelopeAt(requestPath({ type: `"${type}"`, ...example })),
      () => component(`${type}Answer`),
    );
  }
  describeAnswer(
    "GetBlocks with full",
    success(mapOf(MAIN_BLOCK, "height")),
    () => envelopeAt(requestPath({ type: '"GetBlocks"', target: "78", full: "true" })),
    () => component("GetBlocksAnswer"),
  );

  const codes = async (kind: string): Promise<Value> => {
    const listed = memberOf(await envelopeAt(requestPath({ type: '"ListCode"', count: "100" })), "data");
    const texts = memberOf(listed, kind) ?? null;
    return isMap(texts) ? valuesOf(texts).map((text) => parseJson(textIn(text))) : [];
  };
  describeAnswer("a registered contract's record", CONTRACT_CODE, async () => {
    const records = valuesOf((await codes("contracts")) as Value[]);
    return records.find((record) => memberOf(record, "name") === "Send") ?? null;
  });
  describeAnswer("a registered request's record", REQUEST_CODE, async () => {
    const records = valuesOf((await codes("requests")) as Value[]);
    return records.find((record) => memberOf(record, "name") === "GetBalance") ?? null;
  });
  describeAnswer(
    "GetBalance, registered request code",
    fields({ code: "an integer", data: fields({ balance: "a decimal-number string" }) }),
    () =>
      envelopeAt(
        requestPath({ type: '"GetBalance"', address: '"b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e"' }),
      ),
  );
});

describe("the answers of the RPC interface, field by field, of a node that mines", () => {
  let node: MinedNode;
  before(async () => {
    node = await startMinedNode();
  });
  after(() => node.stop());

  const envelopeAt = async (path: string): Promise<Value> => envelopeOf(await ask(node.url, path));

  describeAnswer(
    "GetResourceBlock",
    success(RESOURCE_BLOCK),
    () => envelopeAt(requestPath({ type: '"GetResourceBlock"', target: "2" })),
    () => component("GetResourceBlockAnswer"),
  );
  describeAnswer(
    "GetResourceBlocks with full",
    success(mapOf(RESOURCE_BLOCK, "height")),
    () => envelopeAt(requestPath({ type: '"GetResourceBlocks"', target: "2", full: "true" })),
    () => component("GetResourceBlocksAnswer"),
  );
});

describe("the node operations of the RPC interface, field by field, in the middle of a round (PROTOCOL 13.6, 13.8)", () => {
  let node: RoundNode;
  before(async () => {
    node = await startRoundNode();
  });
  after(() => node.stop());

  for (const { name, path, envelope } of SPEC_NODE_ANSWERS) {
    describeAnswer(
      name,
      envelope,
      async () => envelopeOf(await ask(node.url, path)),
      () => answerOf(path.replace(/\?.*/, "")),
    );
  }
});
