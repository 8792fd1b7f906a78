import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAsMeant } from "../../../commands/deploy/conditions.js";
import { readProject, type Project } from "../../../commands/deploy/project-file.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { objectToValue } from "../../../src/codec/value.js";
import { useTemporaryDirectory } from "../../cli/binary.js";

const PROJECT = `[codes.coins]
file = "coins.ts"
space = "coins"
writer = "owner"

[codes.shop]
file = "shop/shop.json"
writer = "seller"

[writers]
owner = "alice"
seller = "bob"

[values]
supply = "1000"

[calls.issue]
code = "coins"
contract = "Issue"
writer = "owner"
with = { to = "$seller", amount = "$supply", note = "$$1" }
unless = { request = "Supply", with = { of = "$owner" }, is = { supply = "$supply" } }

[checks.stock]
code = "shop"
state = ["stock", "$owner"]

[networks.test]
url = "http://127.0.0.1:9900"

[networks.main]
rules = 2
writers = { owner = "treasury" }
values.supply = 21_000_000
`;

describe("the file of a project", () => {
  const directory = useTemporaryDirectory();
  const read = (text: string, network = "test"): Promise<Project> => {
    const file = join(directory(), "project.toml");
    writeFileSync(file, text);
    return readProject(file, network, async (key) => `address of ${key}`);
  };
  /** The details of the error that a text causes, with its advice. */
  async function mistakeIn(text: string): Promise<Readonly<Record<string, unknown>>> {
    const error: unknown = await read(text).catch((thrown: unknown) => thrown);
    if (!(error instanceof ChainError)) throw error;
    expect(error).to.include({ code: "DEPLOY_FILE", kind: "local" });
    return { line: error.details["line"], nearest: /^Did you mean (\w+)\?/.exec(error.advice ?? "")?.[1] };
  }

  it("gives each network its codes, keys, calls and checks", async () => {
    const { codes, calls, checks, url, rules } = await read(PROJECT);
    expect({ url, rules }).to.deep.equal({ url: "http://127.0.0.1:9900", rules: null });
    expect(codes).to.deep.equal([
      { name: "coins", file: join(directory(), "coins.ts"), space: "coins", key: "alice" },
      { name: "shop", file: join(directory(), "shop/shop.json"), space: null, key: "bob" },
    ]);
    const [issue] = calls;
    expect(issue).to.include({ name: "issue", code: "coins", contract: "Issue", key: "alice" });
    expect(Object.fromEntries(issue?.parameters ?? [])).to.deep.equal({
      to: "address of bob",
      amount: "1000",
      note: "$1",
    });
    expect(issue?.unless).to.have.property("code", "coins");
    expect(checks[0]?.condition).to.deep.equal({
      code: "shop",
      asks: { attribute: "stock", key: "address of alice" },
      is: undefined,
    });
  });

  it("lets a network replace keys and values", async () => {
    const { url, rules, codes, calls } = await read(PROJECT, "main");
    expect({ url, rules }).to.deep.equal({ url: null, rules: 2n });
    expect(codes.map(({ key }) => key)).to.deep.equal(["treasury", "bob"]);
    expect(calls[0]?.parameters.get("amount")).to.equal(21_000_000n);
  });

  for (const [what, from, to, mistake] of [
    ["an unknown table", "[checks.stock]", "[check.stock]", { line: 24, nearest: "checks" }],
    ["an unknown member", "space =", "spce =", { line: 3, nearest: "space" }],
    ["a member of the wrong type", '"coins.ts"', "7", { line: 2, nearest: undefined }],
    ["a missing member", 'contract = "Issue"\n', "", { line: 17, nearest: undefined }],
    ["an unknown entry", 'code = "shop"', 'code = "shp"', { line: 25, nearest: "shop" }],
    ["an unknown writer", 'writer = "seller"', 'writer = "sellr"', { line: 8, nearest: "seller" }],
    ["a writer that is left open among several", 'writer = "seller"\n', "", { line: 6, nearest: undefined }],
    ["an unknown value", '"$supply", note', '"$suply", note', { line: 21, nearest: "supply" }],
    ["an unknown member of a condition", "is = { supply", "ist = { supply", { line: 22, nearest: "is" }],
    ["a condition without a question", 'state = ["stock", "$owner"]', "", { line: 24, nearest: undefined }],
    ["a text that is no TOML", 'space = "coins"', "space = coins", { line: 3, nearest: undefined }],
    ["a member of the transaction", "amount =", "from =", { line: 21, nearest: undefined }],
    ["a date", '"$$1"', "2026-01-01", { line: 21, nearest: undefined }],
  ] as const)
    it(`names ${what} with its line, and what was meant`, async () => {
      expect(PROJECT).to.include(from);
      expect(await mistakeIn(PROJECT.replace(from, to))).to.deep.equal(mistake);
    });

  it("names the network that was meant", async () => {
    const error: unknown = await read(PROJECT, "tset").catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: "DEPLOY_NETWORK" });
    expect((error as ChainError).advice).to.match(/^Did you mean test\?/);
  });
});

describe("the answer of a condition", () => {
  it("is compared by the members that are meant, and numbers as texts", () => {
    const answer = objectToValue({ supply: "1000", of: "gold" });
    expect(isAsMeant(answer, objectToValue({ supply: 1000n }))).to.equal(true);
    expect(isAsMeant(answer, objectToValue({ supply: "1001" }))).to.equal(false);
    expect(isAsMeant(answer, objectToValue({ other: "1" }))).to.equal(false);
    expect(isAsMeant(answer, "1000")).to.equal(false);
    expect(isAsMeant(["1"], ["1"])).to.equal(true);
  });

  it("is anything but null where nothing is meant", () => {
    expect(isAsMeant("0", undefined)).to.equal(true);
    expect(isAsMeant(null, undefined)).to.equal(false);
  });
});
