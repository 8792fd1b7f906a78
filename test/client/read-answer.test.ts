import { expect } from "chai";
import { readAnswer, readMembers } from "../../src/client/read-answer.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import {
  ANY,
  BOOLEAN,
  EMPTY_LIST,
  HEIGHT,
  TEXT,
  asReceived,
  either,
  listOf,
  mapOf,
  objectOf,
  only,
  closedObjectOf,
  withOptional,
  type Schema,
} from "../../src/records/operations/json-schema.js";

function read<T>(schema: Schema<T>, json: string): T {
  return readAnswer(schema, parseJson(json));
}

function expectMalformed(schema: Schema, json: string, member: string): void {
  expect(() => read(schema, json), json)
    .to.throw(ChainError)
    .that.deep.includes({ code: "ANSWER_MALFORMED", kind: "unreachable", details: { member } });
}

describe("readAnswer", () => {
  it("reads the members that the schema names, with safe integers as numbers", () => {
    const schema = closedObjectOf({ height: HEIGHT, hash: TEXT });
    expect(read(schema, '{"height":9007199254740991,"hash":"ab","other":1}')).to.deep.equal({
      height: 9007199254740991,
      hash: "ab",
    });
    expectMalformed(schema, '{"height":9007199254740992,"hash":"ab"}', "height");
    expectMalformed(schema, '{"height":1.5,"hash":"ab"}', "height");
    expectMalformed(schema, '{"height":1}', "hash");
    expectMalformed(schema, "[]", "data");
  });

  it("leaves an optional member out when it is missing", () => {
    const schema = withOptional(closedObjectOf({ a: TEXT }), { b: TEXT });
    expect(read(schema, '{"a":"x"}')).to.deep.equal({ a: "x" });
    expect(read(schema, '{"a":"x","b":"y"}')).to.deep.equal({ a: "x", b: "y" });
    expectMalformed(schema, '{"a":"x","b":1}', "b");
  });

  it("reads a missing flag as false", () => {
    const schema = closedObjectOf({ mining: BOOLEAN });
    expect(read(schema, '{"other":1}')).to.deep.equal({ mining: false });
    expectMalformed(schema, '{"mining":1}', "mining");
  });

  it("reads a map that arrives as a list: empty, or with the keys 0,1,… (PROTOCOL 1.5, 13.5)", () => {
    const schema = mapOf(HEIGHT, TEXT);
    expect([...read(schema, '{"x":1}')]).to.deep.equal([["x", 1]]);
    expect([...read(schema, "[]")]).to.deep.equal([]);
    expect([...read(schema, "[7,8]")]).to.deep.equal([
      ["0", 7],
      ["1", 8],
    ]);
    expectMalformed(schema, '"x"', "data");
  });

  it("reads a list that arrives as a map, in order", () => {
    expect(read(listOf(TEXT), '{"b":"x","a":"y"}')).to.deep.equal(["x", "y"]);
    expectMalformed(listOf(TEXT), "1", "data");
  });

  it("reads the first alternative that the value fits", () => {
    const schema = either(
      closedObjectOf({ state: only("pooled") }),
      closedObjectOf({ state: only("dropped"), at: HEIGHT }),
    );
    expect(read(schema, '{"state":"pooled","at":1}')).to.deep.equal({ state: "pooled" });
    expect(read(schema, '{"state":"dropped","at":1}')).to.deep.equal({ state: "dropped", at: 1 });
    expectMalformed(schema, '{"state":"dropped"}', "data");
    expectMalformed(schema, '{"state":"gone","at":1}', "data");
  });

  it("leaves records and free values as they were received, so that no digit is lost", () => {
    const json = '{"record":{"n":9007199254740993,"type":"x"},"value":[0.50]}';
    const schema = closedObjectOf({ record: asReceived(objectOf({ type: TEXT })), value: ANY });
    const { record, value } = read(schema, json);
    expect(record.get("n")).to.equal(9007199254740993n);
    expect(value).to.deep.equal([0.5]);
    expectMalformed(schema, '{"record":[],"value":1}', "record");
  });

  it("reads the members beside the data", () => {
    const answer = parseJson('{"code":200,"data":[],"register":true}');
    expect(readMembers({ register: BOOLEAN, data: EMPTY_LIST }, answer, "answer")).to.deep.equal({
      register: true,
      data: [],
    });
  });
});
