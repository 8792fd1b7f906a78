import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { isMap, memberOf, type Value } from "../../src/codec/value.js";
import { openApiText } from "../../src/rpc/openapi.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";
import { RECORDINGS, typeOfRecording } from "./support/recordings.js";

/** Where SPEC.md's shape is another than the recorded one, and wins. */
const OTHER_SHAPES: ReadonlySet<string> = new Set(["GetResource", "ListBlock", "ListResourceBlock", "Ping"]);

const ajv = new Ajv2020({ strict: false, allErrors: true });
const document = JSON.parse(openApiText()) as {
  paths: Record<string, Record<string, unknown>>;
  components: object;
};
ajv.addSchema({ ...document, $id: "document" });

function schemaAt(pointer: string): ValidateFunction {
  const validate = ajv.getSchema(`document#${pointer}`);
  if (validate === undefined) throw new Error(`The document has nothing at ${pointer}. `);
  return validate;
}

function component(name: string): ValidateFunction {
  return schemaAt(`/components/schemas/${name}`);
}

function answerOf(path: string): ValidateFunction {
  const pointer = path.replaceAll("/", "~1");
  return schemaAt(`/paths/${pointer}/get/responses/200/content/application~1json/schema`);
}

function expectValid(validate: ValidateFunction, value: Value): void {
  const isValid = validate(JSON.parse(canonicalJson(value)));
  expect(isValid, ajv.errorsText(validate.errors)).to.equal(true);
}

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1 and describes every operation by GET and by POST", () => {
    expect(document).to.include({ openapi: "3.1.0" });
    expect(Object.keys(document.paths)).to.deep.equal([
      "/ping",
      "/info",
      "/peer",
      "/round",
      "/broadcast",
      "/request",
      "/rawrequest",
      "/sendtransaction",
      "/sendrawtransaction",
      "/weight",
      "/inspect",
    ]);
    for (const path of Object.values(document.paths)) expect(path).to.have.all.keys("get", "post");
  });

  it("refers to nothing that is not there", () => {
    const references = openApiText().matchAll(/"\$ref": "#(.*?)"/g);
    for (const [, pointer = ""] of references) expect(() => schemaAt(pointer), pointer).to.not.throw();
  });

  describe("describes the failures recorded in http.json", () => {
    for (const { name, answer } of RECORDINGS) {
      if (answer === null || answer.get("code") === 200n) continue;
      it(name, () => {
        expectValid(component("Failure"), new Map([...answer, ["status", "fail"]]));
      });
    }
  });

  describe("describes the answers of system requests recorded in http.json", () => {
    for (const recorded of RECORDINGS) {
      const { name, answer } = recorded;
      const type = typeOfRecording(recorded);
      const validate = ajv.getSchema(`document#/components/schemas/${type}Answer`);
      if (validate === undefined || answer?.get("code") !== 200n || OTHER_SHAPES.has(type)) continue;
      it(`${type}: ${name}`, () => {
        expectValid(validate, new Map([...answer, ["status", "success"]]));
        expect(validate(JSON.parse(canonicalJson(answer))), "without its status").to.equal(false);
      });
    }
  });

  describe("describes the answers of node operations recorded in http.json", () => {
    const beside: Readonly<Record<string, readonly (readonly [string, Value])[]>> = {
      peer: [
        ["register", false],
        ["registerResult", false],
        ["authentication", false],
      ],
    };
    for (const { name, path, answer } of RECORDINGS) {
      const operation = /^\/(\w+)/.exec(path)?.[1]?.toLowerCase() ?? "";
      if (!["round", "broadcast", "peer"].includes(operation) || answer?.get("code") !== 200n) continue;
      it(name, () => {
        expectValid(answerOf(`/${operation}`), new Map([...answer, ...(beside[operation] ?? [])]));
      });
    }

    it("GET /info, with the policy that SPEC.md has beyond it", () => {
      const answer = RECORDINGS.find((each) => each.name === "GET /info")?.answer;
      const data = new Map([...mapIn(answer?.get("data")), ["peer_searcher_policy", true]]);
      expectValid(
        answerOf("/info"),
        new Map<string, Value>([
          ["code", 200n],
          ["data", data],
        ]),
      );
    });

    it("sends, weighs and answers registered code", () => {
      for (const [path, type] of [
        ["/sendtransaction", "send ok"],
        ["/weight", "weight ok"],
        ["/request", "GetBalance ok"],
        ["/rawrequest", "rawrequest ok"],
      ] as const) {
        const answer = RECORDINGS.find((each) => each.name === type)?.answer;
        expectValid(answerOf(path), answer ?? null);
      }
    });
  });

  it("describes the blocks of the public network (mainnet.json)", () => {
    const mainnet = mapIn(readVector("mainnet.json"));
    expectValid(component("MainBlock"), mapIn(mainnet.get("main_block")));
    expectValid(component("ResourceBlock"), mapIn(mainnet.get("resource_block")));
  });

  it("describes every block of the recorded chain (chain/main.json, chain/resource.json)", () => {
    for (const [file, name] of [
      ["chain/main.json", "MainBlock"],
      ["chain/resource.json", "ResourceBlock"],
    ] as const) {
      const validate = component(name);
      const blocks = listIn(readVector(file));
      expect(blocks.length).to.be.greaterThan(40);
      for (const block of blocks) expectValid(validate, block);
    }
  });

  it("refuses answers of another shape", () => {
    const summary = RECORDINGS.find((each) => each.name === "GetBlock {}")?.answer?.get("data") ?? null;
    expect(isMap(summary)).to.equal(true);
    const without = new Map(mapIn(summary));
    without.delete("blockhash");
    const validate = component("MainBlockSummary");
    expect(validate(JSON.parse(canonicalJson(summary)))).to.equal(true);
    expect(validate(JSON.parse(canonicalJson(without)))).to.equal(false);
    expect(textIn(memberOf(summary, "blockhash"))).to.have.length(78);
  });
});
