import { expect } from "chai";
import { isMap, memberOf, type Value } from "../../src/codec/value.js";
import { SYSTEM_REQUESTS } from "../../src/records/operations/system-requests.js";
import { openApiText } from "../../src/rpc/openapi.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";
import { answerOf, component, expectValid, isValid, openApi, schemaAt } from "./support/openapi-validator.js";
import { RECORDINGS, typeOfRecording } from "./support/recordings.js";

/** Requests whose answer has another shape than the recorded one (PROTOCOL 13.10, 13.12, 13.13). */
const OTHER_SHAPES: ReadonlySet<string> = new Set(["GetResource", "ListBlock", "ListResourceBlock", "Ping"]);

/** The value without one of its members: a 2.1 node has some that the RPC interface does not have. */
function without(value: Value, [name = "", ...rest]: readonly string[]): Value {
  if (!isMap(value) || !value.has(name)) return value;
  const copy = new Map(value);
  if (rest.length === 0) copy.delete(name);
  else copy.set(name, without(copy.get(name) ?? null, rest));
  return copy;
}

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1 and describes every operation by GET and by POST", () => {
    expect(openApi).to.include({ openapi: "3.1.0" });
    expect(Object.keys(openApi.paths)).to.deep.equal([
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
      "/stateat",
      "/trace",
      "/whatif",
      "/history",
      "/listcells",
      "/listcalls",
      "/statistics",
      "/search",
      "/overview",
      "/events",
    ]);
    for (const [path, methods] of Object.entries(openApi.paths))
      expect(methods, path).to.have.all.keys(path === "/events" ? ["get"] : ["get", "post"]);
  });

  it("says of every operation what linters ask for: what it is about, and how it fails", () => {
    const known = (openApi.tags ?? []).map(({ name }) => name);
    for (const [path, methods] of Object.entries(openApi.paths))
      for (const { summary, description, tags, responses } of Object.values(methods)) {
        expect([summary, description], path).to.not.include.members([undefined, ""]);
        expect(known, path).to.include.members(tags ?? [""]);
        expect(responses, path).to.have.all.keys("200", "4XX", "default");
      }
    for (const [array] of openApiText().matchAll(/"type": "array",\n[^}]*/g))
      expect(array).to.include('"items"');
  });

  it("has no dangling references", () => {
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
      if (!SYSTEM_REQUESTS.has(type) || answer?.get("code") !== 200n || OTHER_SHAPES.has(type)) continue;
      it(`${type}: ${name}`, () => {
        const validate = component(`${type}Answer`);
        expectValid(validate, new Map([...answer, ["status", "success"]]));
        expect(isValid(validate, answer), "without its status").to.equal(false);
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
        const whole = new Map([...answer, ...(beside[operation] ?? [])]);
        expectValid(answerOf(`/${operation}`), without(whole, ["data", "node", "a"]));
      });
    }

    it("GET /info, with the policy that the RPC interface adds", () => {
      const answer = RECORDINGS.find((each) => each.name === "GET /info")?.answer;
      const data = new Map([...mapIn(answer?.get("data")), ["peer_searcher_policy", true]]);
      const whole = new Map<string, Value>([
        ["code", 200n],
        ["data", data],
      ]);
      const waiting = ["main_chain_waiting", "resource_chain_waiting"];
      expectValid(
        answerOf("/info"),
        waiting.reduce((rest, name) => without(rest, ["data", name]), whole as Value),
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
    const validate = component("MainBlockSummary");
    expect(isValid(validate, summary)).to.equal(true);
    expect(isValid(validate, without(summary, ["blockhash"]))).to.equal(false);
    expect(textIn(memberOf(summary, "blockhash"))).to.have.length(78);
  });
});
