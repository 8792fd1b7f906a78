import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import {
  address,
  any,
  contract,
  decimal,
  definition,
  findPlace,
  float,
  from,
  fromJson,
  isCode,
  literal,
  local,
  op,
  raw,
  request,
  require,
  respond,
  text,
  toJson,
  universal,
  type Code,
} from "../../src/contract/index.js";
import { parseCode } from "../../src/records/code.js";
import { lintCode } from "../../src/lint/lint-code.js";
import { BalanceOf, ISSUER, Mint, Transfer } from "./token.js";

const points = universal("points", { key: address, value: decimal, default: "0" });

function codeOf(body: () => unknown): string | null {
  try {
    body();
    return null;
  } catch (error) {
    if (error instanceof ChainError) return error.code;
    throw error;
  }
}

describe("A contract that is built in TypeScript", () => {
  it("is exactly the JSON that one would write by hand (PROTOCOL 6.1)", () => {
    expect(Mint.toJson()).to.equal(
      '{"t":"contract","m":"0.2.0","n":"Mint","v":"2","s":"token","w":"' +
        ISSUER +
        '","p":{"amount":{"name":"amount","type":"string","maxlength":40,"requirements":true,"default":null,"cases":null}},' +
        '"e":[{"$condition":[{"$eq":[{"$load_param":["from"]},"' +
        ISSUER +
        '"]},"Only the issuer mints. "]},' +
        '{"$if":[{"$gt":[{"$load_param":["amount"]},"0"]},{"$write_universal":["balance",{"$load_param":["from"]},' +
        '{"$add":[{"$read_universal":["balance",{"$load_param":["from"]},"0"]},{"$load_param":["amount"]}]}]},null]}]}',
    );
  });

  it("has conditions, updates and a response of their own in the classic format (PROTOCOL 6.3)", () => {
    const send = contract(
      { format: "classic", name: "Pay", space: "s", writer: ISSUER, parameters: { to: address } },
      ({ to }) => [require(from.ne(to), "No. "), points.of(to).set("1")],
    );
    expect(send.toJson()).to.equal(
      '{"type":"contract","name":"Pay","version":"1","nonce":"s","writer":"' +
        ISSUER +
        '","parameters":{"to":{"name":"to","type":"string","maxlength":44,"requirements":true,"default":null,"cases":null}},' +
        '"conditions":[[{"$ne":[{"$load_param":["from"]},{"$load_param":["to"]}]},"No. "]],' +
        '"updates":[{"$write_universal":["points",{"$load_param":["to"]},"1"]}]}',
    );
    const get = request({ format: "classic", name: "Get" }, () => [respond({ one: 1 })]);
    expect(get.toJson()).to.include('"parameters":[],"conditions":[],"response":{"one":1}}');
  });

  it("declares what a parameter deviates in (PROTOCOL 5.8)", () => {
    const { record } = contract(
      {
        name: "Note",
        parameters: {
          memo: { type: text, max: 100, optional: true, default: "none" },
          colour: { type: text, max: 5, cases: ["red", "green"] },
          old: definition({ name: "old", maxlength: 3 }, any),
        },
      },
      ({ memo, colour, old }) => [points.of("00").set(memo.concat(colour).as(decimal)), raw(old)],
    );
    expect(record.get("p")).to.deep.equal(
      parseJson(
        '{"memo":{"name":"memo","type":"string","maxlength":100,"requirements":false,"default":"none","cases":null},' +
          '"colour":{"name":"colour","type":"string","maxlength":5,"requirements":true,"default":null,"cases":["red","green"]},' +
          '"old":{"name":"old","maxlength":3}}',
      ),
    );
  });

  it("passes the check of codes, and parses", () => {
    for (const code of [Transfer, Mint, BalanceOf]) {
      expect(lintCode(code.toJson())).to.deep.equal([]);
      expect(parseCode(code.toJson()).name).to.equal(code.name);
    }
    expect(BalanceOf.kind).to.equal("request");
    expect(isCode(BalanceOf)).to.equal(true);
  });

  it("reads and prints any code without a change", () => {
    for (const code of [Transfer, Mint, BalanceOf]) {
      const read = fromJson(toJson(code));
      expect(toJson(read)).to.equal(toJson(code));
      expect({ kind: read.kind, name: read.name }).to.deep.equal({ kind: code.kind, name: code.name });
    }
  });

  it("leaves space and writer open until it is registered", () => {
    const code = contract({ name: "Open" }, () => []);
    expect([code.space, code.writer]).to.deep.equal([null, null]);
    expect(code.with({ space: "s", writer: ISSUER }).toJson()).to.equal(
      `{"t":"contract","m":"0.2.0","n":"Open","v":"1","s":"s","w":"${ISSUER}","p":[],"e":[]}`,
    );
  });

  it("holds literals of every type", () => {
    const value = (operand: unknown) => op.get(raw(operand) as never, "0").toValue();
    expect(value([1, 2n, "3", null, true, { a: [] }, float(0.5), {}])).to.deep.equal(
      parseJson('{"$get":[[1,2,"3",null,true,{"a":[]},0.5,{}],"0"]}'),
    );
    expect(codeOf(() => value(0.5))).to.equal("CONTRACT_VALUE");
    expect(codeOf(() => value(2 ** 60))).to.equal("CONTRACT_VALUE");
    expect(codeOf(() => value(() => 1))).to.equal("CONTRACT_VALUE");
  });

  it("refuses literals that make every call fail or store nothing (PROTOCOL 2.5, 7.18)", () => {
    expect(codeOf(() => op.add("1e3"))).to.equal("CONTRACT_OPERAND");
    expect(codeOf(() => literal("1").mul("1e3", { scale: 2 }))).to.equal("CONTRACT_OPERAND");
    expect(codeOf(() => points.of("Bob"))).to.equal("CONTRACT_OPERAND");
  });

  it("refuses what the kind of code does not know (PROTOCOL 7.17, 7.34, 7.35)", () => {
    const build = (body: () => never) => codeOf(() => request({ name: "R" }, body));
    expect(build(() => [respond(from)] as never)).to.equal("CONTRACT_PLACE");
    expect(build(() => [points.of("00").set("1")] as never)).to.equal("CONTRACT_PLACE");
    const own = request({ name: "R", parameters: { from: address } }, (param) => [respond(param.from)]);
    expect(own.toJson()).to.include('"e":[{"$response":[{"$load_param":["from"]}]}]');
    expect(codeOf(() => contract({ name: "C" }, () => [op.block_count()] as never))).to.equal(
      "CONTRACT_PLACE",
    );
  });

  it("refuses an order that the classic format does not have", () => {
    const cell = local("config", { value: text });
    const build = (body: () => never) => codeOf(() => contract({ format: "classic", name: "C" }, body));
    expect(build(() => [cell.set("1"), require(cell.is_null(), "")] as never)).to.equal("CONTRACT_ORDER");
    expect(codeOf(() => request({ format: "classic", name: "R" }, () => []))).to.equal("CONTRACT_ORDER");
  });

  it("refuses a parameter without a maximum", () => {
    expect(codeOf(() => contract({ name: "C", parameters: { memo: { type: text } } }, () => []))).to.equal(
      "CONTRACT_MAXIMUM",
    );
  });
});

describe("The source map of a contract", () => {
  /** The text of the line at a place. */
  function lineAt(code: Code, path: string): string {
    const place = findPlace(code.places, path);
    expect(place?.file).to.match(/contract\.test\.[jt]s$/);
    return readFileSync(place?.file ?? "", "utf8").split("\n")[(place?.line ?? 0) - 1] ?? "";
  }

  const code = contract({ name: "Map", parameters: { amount: decimal } }, ({ amount }) => [
    require(amount.gt("0"), "First. "),
    points.of("00").set(
      amount.add("1"), // second
    ),
  ]);

  it("tells the line of each operator by its JSON path", () => {
    expect(lineAt(code, "$.e[0].$condition")).to.include("First. ");
    expect(lineAt(code, "$.e[0].$condition[0].$gt")).to.include("amount.gt");
    expect(lineAt(code, "$.e[1].$write_universal")).to.include("points.of");
    expect(lineAt(code, "$.e[1].$write_universal[2].$add")).to.include("amount.add");
  });

  it("falls back to the part around a path", () => {
    expect(lineAt(code, "$.e[1].$write_universal[2].$add[1]")).to.include("amount.add");
    expect(lineAt(code, "$.e[0].$condition[0].$gt[0].$load_param")).to.include("amount.gt");
    expect(findPlace(code.places, "$.p.amount")).to.equal(undefined);
  });

  it("names the place of a condition of the classic format", () => {
    const classic = contract({ format: "classic", name: "Map" }, () => [require(true, "Classic. ")]);
    expect(lineAt(classic, "$.conditions[0][0]")).to.include("Classic. ");
  });
});
