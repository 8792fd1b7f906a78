import { expect } from "chai";
import { createGlobals } from "../../src/repl/globals.js";
import { CONSOLE_NAMES } from "../../src/repl/names/table.js";
import { assertOptions, optionsOf } from "../../src/repl/names/name.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { createTestHost } from "./console-stub.js";

type Call = (...args: readonly unknown[]) => unknown;

describe("Options of the console's functions", () => {
  let connection: SandboxConnection;
  let globals: object;
  before(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
    globals = createGlobals(connection, createTestHost());
  });
  after(() => connection.sandbox.close());

  const find = (name: string): Call => {
    let target: unknown = globals;
    for (const part of name.split(".")) target = Reflect.get(Object(target), part);
    return target as Call;
  };
  /** The error of a call, synchronous or not. */
  const failureOf = async (call: () => unknown): Promise<unknown> => {
    try {
      return await call();
    } catch (error) {
      return error;
    }
  };

  it("are read from the signatures that help shows", () => {
    expect(optionsOf("f(a, { b, c | d }?, e?, { g: { h, i }, j })")).to.deep.equal(
      new Map([
        [
          1,
          new Map([
            ["b", null],
            ["c", null],
            ["d", null],
          ]),
        ],
        [
          3,
          new Map([
            [
              "g",
              new Map([
                ["h", null],
                ["i", null],
              ]),
            ],
            ["j", null],
          ]),
        ],
      ]),
    );
    expect(optionsOf("f()").size + optionsOf("_").size + optionsOf(".help [name]").size).to.equal(0);
  });

  const withOptions = CONSOLE_NAMES.flatMap(({ name, options }) =>
    [...options.keys()].map((place) => ({ name, place })),
  );

  it("cover every function that has some", () => {
    expect(withOptions.map(({ name }) => name)).to.include.members([
      "chain.blocks",
      "chain.resourceBlocks",
      "chain.request",
      "tx.send",
      "tx.list",
      "code.call",
      "code.classic",
      "code.method",
      "spaceId",
      "whatIf",
    ]);
  });

  for (const { name, place } of withOptions) {
    it(`${name} refuses an unknown one by its name`, async () => {
      const before = Array.from({ length: place }, () => "x");
      const failure = await failureOf(() => find(name)(...before, { unheardOfAnywhere: 1 }));
      expect(failure).to.include({ code: "CONSOLE_OPTION", kind: "usage" });
      expect(failure).to.have.property("message").that.includes("unheardOfAnywhere");
      for (const none of [5, "count", null, [], new Map()])
        expect(await failureOf(() => find(name)(...before, none))).to.include({ code: "CONSOLE_OPTION" });
    });
  }

  it("are suggested for a mistyped name, or for a member of one", async () => {
    const advice = async (name: string, ...args: readonly unknown[]): Promise<unknown> =>
      Reflect.get(Object(await failureOf(() => find(name)(...args))), "advice");
    expect(await advice("tx.list", { cuont: 1 })).to.equal("Did you mean count?");
    expect(await advice("code.call", "Send", {}, { form: "x" })).to.equal("Did you mean from?");
    expect(await advice("whatIf", {}, { balance: {} })).to.equal(
      "It is a member of state: { state: { balance } }",
    );
    expect(await advice("whatIf", {}, { state: { balances: {} } })).to.equal("Did you mean balance?");
    expect(await advice("code.classic", { name: "A", respnse: {} })).to.equal("Did you mean response?");
    expect(await advice("code.classic", { name: "A", parameters: { a: { maxlenght: 5 } } })).to.equal(
      "Did you mean maxlength?",
    );
    expect(await advice("tx.send", {}, { rwa: true })).to.equal("Did you mean raw?");
    const past = find("at")(1) as { readonly code: Call };
    expect(await failureOf(() => past.code("Send", { kidn: "contract" }))).to.include({
      code: "CONSOLE_OPTION",
      advice: "Did you mean kind?",
    });
  });

  it("may be left out, or be undefined", () => {
    for (const { options } of CONSOLE_NAMES)
      for (const known of options.values()) {
        assertOptions(undefined, known, "");
        assertOptions({}, known, "");
      }
  });

  it("are refused with invalid values", async () => {
    for (const [name, code, ...args] of [
      ["chain.blocks", "LIST_ORDER", { order: "descendng" }],
      ["code.call", "CODE_KIND", "Send", {}, { kind: "contarct" }],
      ["code.get", "CODE_KIND", "Send", { kind: "contarct" }],
      ["at", "HEIGHT", "newest"],
      ["diff", "HEIGHT", 1, Number.NaN],
      ["whatIf", "HEIGHT", { type: "Faucet" }, { height: 1.5 }],
      ["chain.validators", "HEIGHT", -1],
      ["node.round", "HEIGHT", "x"],
      ["tx.wait", "WAIT_SECONDS", "0".repeat(78), "x"],
    ] as const)
      expect(await failureOf(() => find(name)(...args)), name).to.include({ code, kind: "usage" });
  });
});
