import { expect } from "chai";
import { createGlobalContext, globalOf } from "../../src/repl/evaluation/evaluator.js";
import { createGlobals } from "../../src/repl/globals.js";
import { CONSOLE_NAMES, NAME_GROUPS } from "../../src/repl/names/table.js";
import { NODE_LINES, SANDBOX_LINES } from "./every-name-lines.js";
import { createTestHost } from "./console-stub.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";

describe("The table of the console's names", () => {
  let connection: SandboxConnection;
  before(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
  });
  after(() => connection.sandbox.close());

  /** Whether a name is not a global: a dot command, a name of the evaluator, or `op.`, which stands for all operators. */
  const isNoGlobal = (name: string): boolean =>
    name.startsWith(".") || name.startsWith("_") || name === "op.";
  const named = CONSOLE_NAMES.map(({ name }) => name);

  it("has each name once, in a group that help shows", () => {
    expect(new Set(named).size).to.equal(named.length);
    for (const { group, summary } of CONSOLE_NAMES) {
      expect(NAME_GROUPS.has(group), group).to.equal(true);
      expect(summary).to.match(/[^.]$/);
    }
  });

  it("has a line of each in the sessions of every-name.slow.test.ts, which end with .exit", () => {
    const tested = [...NODE_LINES, ...SANDBOX_LINES].map(({ name }) => name);
    expect([...tested, ".exit"]).to.have.members(named);
  });

  it("has only names that exist", () => {
    const globals = globalOf(createGlobalContext(createGlobals(connection, createTestHost())));
    for (const name of named.filter((name) => !isNoGlobal(name))) {
      const [first = "", member] = name.split(".");
      expect(globals, name).to.have.property(first);
      if (member !== undefined) expect(Reflect.get(globals, first), name).to.have.property(member);
    }
  });

  it("has every name that exists", () => {
    for (const [name, value] of Object.entries(createGlobals(connection, createTestHost()))) {
      if (name === "op") continue;
      const members =
        typeof value === "function" ? [name] : Object.keys(value as object).map((key) => `${name}.${key}`);
      // The console closes the sandbox itself.
      expect(named).to.include.members(members.filter((member) => member !== "sandbox.close"));
    }
  });
});
