import { expect } from "chai";
import { existsSync } from "node:fs";
import { findViolations, roomOf } from "../support/house-rules.js";
import { readSources } from "../support/read-sources.js";
import { importsOf } from "../support/source-imports.js";

const ROOT = new URL("../../../", import.meta.url);

describe("the house (DESIGN, floors and rules)", () => {
  const sources = readSources("bin", "commands", "src");

  it("has imports that run downwards only, without circles, and packages and effects where they belong", () => {
    expect(findViolations(sources)).to.deep.equal([]);
  });

  it("is read whole: every relative import resolves to a file", () => {
    expect(sources.size).to.be.greaterThan(50);
    const missing: string[] = [];
    for (const [path, source] of sources) {
      for (const { specifier } of importsOf(source)) {
        if (!specifier.startsWith(".")) continue;
        const target = new URL(specifier.replace(/\.js$/, ".ts"), new URL(path, ROOT));
        if (![target, new URL(`${target.href}x`)].some((url) => existsSync(url)))
          missing.push(`${path} imports ${specifier}`);
      }
    }
    expect(missing).to.deep.equal([]);
  });
});

describe("the checker of the house", () => {
  const check = (sources: Readonly<Record<string, string>>): readonly string[] =>
    findViolations(new Map(Object.entries(sources)));

  it("accepts what runs downwards or stays in its room", () => {
    expect(
      check({
        "bin/chainnode.ts": 'await import("../src/cli/main.js");',
        "src/cli/main.ts": 'import chalk from "chalk";\nimport { hash } from "../../src/codec/hash.js";',
        "commands/start.ts": 'import { send } from "../src/actions/send.js";',
        "src/actions/send.ts": 'import { Node } from "../node/node.js";',
        "src/node/node.ts": 'import type { Store } from "../../src/store/store.js";',
        "src/store/store.ts": 'import { a } from "../../src/store/sqlite/open-driver.js";',
        "src/store/sqlite/driver.ts": 'const { default: sqlite } = await import("sqlite3");',
        "src/codec/hash.ts": 'import { sha256Hex } from "#primitives";',
        "src/codec/primitives.ts": 'import { hash } from "node:crypto";',
        "src/rpc/server.ts": 'import Koa from "koa";\nimport Router from "@koa/router";',
      }),
    ).to.deep.equal([]);
  });

  it("refuses what runs upwards, in every way of importing", () => {
    for (const line of [
      'import { a } from "../ledger/a.js";',
      'import type { A } from "../ledger/a.js";',
      'import {\n  a,\n  type B,\n} from "../ledger/a.js";',
      'import * as a from "../ledger/a.js";',
      'import "../ledger/a.js";',
      'export { a } from "../ledger/a.js";',
      'export * from "../ledger/a.js";',
      'export type { A } from "../ledger/a.js";',
      'const a = await import("../ledger/a.js");',
    ]) {
      expect(check({ "src/store/b.ts": line }), line).to.deep.equal([
        "src/store/b.ts imports src/ledger/a.ts: upwards.",
      ]);
    }
  });

  it("refuses what runs sideways into another room of the floor", () => {
    expect(check({ "src/system/a.ts": 'import { b } from "../vm/b.js";' })).to.deep.equal([
      "src/system/a.ts imports src/vm/b.ts: sideways.",
    ]);
    expect(check({ "src/rpc/a.ts": 'import { b } from "../repl/b.js";' })).to.have.length(1);
  });

  it("refuses an engine in the command line", () => {
    expect(check({ "src/cli/a.ts": 'import { b } from "../node/b.js";' })).to.deep.equal([
      "src/cli/a.ts imports src/node/b.ts, and src/cli knows only src/records and src/base and src/codec.",
    ]);
  });

  it("refuses more than the client, the contracts and the codec in the page of the explorer", () => {
    expect(check({ "src/explorer/pages/a.tsx": 'import { b } from "../../records/b.js";' })).to.deep.equal([
      "src/explorer/pages/a.tsx imports src/records/b.ts, and src/explorer knows only src/client and src/contract and src/base and src/codec.",
    ]);
    expect(check({ "src/explorer/a.tsx": 'import { b } from "../client/b.js";' })).to.deep.equal([]);
    const circle = {
      "src/explorer/a.tsx": 'import { B } from "./b.js";',
      "src/explorer/b.tsx": 'import type { A } from "./a.js";',
    };
    expect(check(circle)).to.have.length(1);
  });

  it("refuses rooms that the house does not have", () => {
    expect(check({ "src/utils/a.ts": 'import { b } from "../codec/b.js";' })).to.have.length(1);
    expect(check({ "src/node/a.ts": 'import { b } from "../utils/b.js";' })).to.have.length(1);
    expect(check({ "src/node/a.ts": 'import { b } from "../b.js";' })).to.have.length(1);
  });

  it("refuses circles of files, lazily loaded and of types too, and of a file with itself", () => {
    expect(
      check({
        "src/vm/a.ts": 'import { b } from "./b.js";',
        "src/vm/b.ts": 'const { c } = await import("./c.js");',
        "src/vm/c.ts": 'import { a } from "./a.js";',
      }),
    ).to.deep.equal(["A circle: src/vm/a.ts → src/vm/b.ts → src/vm/c.ts → src/vm/a.ts."]);
    expect(check({ "src/vm/a.ts": 'import { a } from "./a.js";' })).to.have.length(1);
    const types = {
      "src/vm/a.ts": 'import { b } from "./b.js";',
      "src/vm/b.ts": 'import type { A } from "./a.js";',
    };
    expect(check(types)).to.deep.equal(["A circle: src/vm/a.ts → src/vm/b.ts → src/vm/a.ts."]);
  });

  it("refuses circles of the rooms inside a room, even of types", () => {
    const oneWay = {
      "src/peers/sync/a.ts": 'import type { T } from "../tracking/a.js";',
      "src/peers/tracking/a.ts": 'import { b } from "../b.js";',
      "src/peers/b.ts": 'import { c } from "./sync/c.js";',
      "src/peers/sync/c.ts": "export const c = 1;",
    };
    expect(check(oneWay)).to.deep.equal([]);
    const circle = { ...oneWay, "src/peers/tracking/b.ts": 'import type { A } from "../sync/a.js";' };
    expect(check(circle)).to.deep.equal(["A circle: src/peers/sync → src/peers/tracking → src/peers/sync."]);
  });

  it("refuses a package outside the rooms it belongs to", () => {
    const packages = {
      acorn: "src/vm",
      sqlite3: "src/ledger",
      koa: "src/node",
      "@koa/router": "commands",
      "koa-body": "src/cli",
      commander: "src/rpc",
      chalk: "bin",
      "@inquirer/prompts": "src/repl",
    };
    for (const [name, room] of Object.entries(packages))
      expect(check({ [`${room}/a.ts`]: `import x from "${name}";` }), name).to.have.length(1);
    expect(check({ "src/node/a.ts": 'const x = await import("sqlite3/lib/x.js");' })).to.have.length(1);
  });

  it("refuses the runtime's modules in rooms without effects, but crypto in the primitives", () => {
    for (const name of [
      "node:fs",
      "fs",
      "node:fs/promises",
      "node:net",
      "node:timers/promises",
      "node:process",
    ])
      expect(check({ "src/records/a.ts": `import x from "${name}";` }), name).to.have.length(1);
    expect(check({ "src/codec/hash.ts": 'import { hash } from "node:crypto";' })).to.have.length(1);
    expect(check({ "src/codec/primitives.ts": 'import x from "node:fs";' })).to.have.length(1);
    expect(check({ "src/store/a.ts": 'import x from "node:fs";' })).to.deep.equal([]);
  });

  it("refuses clocks, chance and the process in rooms without effects, but not their mention in comments", () => {
    for (const use of [
      "Date.now()",
      "new Date()",
      "Math.random()",
      "performance.now()",
      "process.env",
      "setTimeout(f)",
      "setInterval(f)",
    ]) {
      for (const room of ["src/codec", "src/records", "src/vm", "src/system"])
        expect(check({ [`${room}/a.ts`]: `const a = ${use};` }), `${room} ${use}`).to.have.length(1);
      expect(check({ "src/vm/a.ts": `/** ${use} */\n// ${use}\nconst a = 1; // ${use}` })).to.deep.equal([]);
      expect(check({ "src/node/a.ts": `const a = ${use};` })).to.deep.equal([]);
    }
  });

  it("knows rooms by their directory", () => {
    expect(roomOf("src/vm/operators/a.ts")).to.equal("src/vm");
    expect(roomOf("commands/tx/send.ts")).to.equal("commands");
  });
});
