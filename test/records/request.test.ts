import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { allSteps } from "../../src/codec/steps.js";
import { memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import { formFieldToValueInSteps } from "../../src/api/operations/execution-input.js";
import { readRequest } from "../../src/records/request.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

describe("requests as http.json records them (PROTOCOL 5.7, 5.11)", () => {
  const exchanges = listIn(readVector("http.json"))
    .map(mapIn)
    .filter((exchange) => /^\/(raw)?request$/.test(textIn(exchange.get("path"))))
    // PROTOCOL 13.1: every operation reads every kind of body; the recorded node's rawrequest read only JSON.
    .filter((exchange) => exchange.get("name") !== "rawrequest form");

  for (const exchange of exchanges) {
    const message = malformation(exchange);
    it(`${message === null ? "reads" : "refuses"} "${textIn(exchange.get("name"))}"`, () => {
      const read = (): unknown => readRequest(inputOf(exchange));
      if (message === null) expect(read).not.to.throw();
      else expect(read).to.throw(ChainError).with.property("message", message);
    });
  }

  function malformation(exchange: ValueMap): string | null {
    if (exchange.get("http_status") !== 999n) return null;
    const message = memberOf(parseJson(textIn(exchange.get("body"))), "msg");
    return typeof message === "string" && message.includes('"request') ? message : null;
  }

  function inputOf(exchange: ValueMap): Value | undefined {
    const fields = exchange.get("form") ?? exchange.get("query");
    if (exchange.get("path") === "/rawrequest") return memberOf(exchange.get("json"), "request");
    const field = memberOf(fields ?? exchange.get("json"), "request");
    return allSteps(formFieldToValueInSteps(field === undefined ? undefined : textIn(field)));
  }
});

describe("readRequest", () => {
  it("reads the cid, and the values of the canonical text (PROTOCOL 1.10)", () => {
    const request = readRequest(parseJson('{"type":"GetBalance","cid":"ab","n":2.0}'));
    expect(request).to.deep.include({ type: "GetBalance", cid: "ab" });
    expect(request.request.get("n")).to.equal(2n);
    expect(readRequest(parseJson('{"type":"BlockCount"}')).cid).to.equal(null);
  });

  it("refuses a value that is not a map", () => {
    for (const json of ['"x"', "[1]", "5", "true", "[]"])
      expect(() => readRequest(parseJson(json)), json).to.throw(ChainError, '"request.type"');
  });
});
