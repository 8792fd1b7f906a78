import { rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeTempDirectory } from "../../support/temp-store.js";

/** A contract with tests that pass, and others that do not. */

export const CODE = `
import { contract, decimal, from, local, require, respond } from "chainnode/contract";
const total = local("total", { value: decimal, default: "0" });
export const Add: object = contract({ name: "Add", space: "sum", parameters: { amount: decimal } }, ({ amount }) => [
  require(amount.gt("0"), "Nothing is added. "),
  total.set(total.add(amount)),
  respond(total),
]);
`;
const TESTS = `
import { equal } from "node:assert/strict";
import { test } from "node:test";
import { assertRefused, sandbox } from "chainnode/testing";
import { Add } from "./add.ts";

const chain = await sandbox();
await chain.publish(Add as never);
test("adds", async () => {
  await chain.send(Add as never, { amount: "2" } as never);
  equal(await chain.read(Add as never, "total", "00", "local"), "2");
});
test("refuses zero", () => assertRefused(chain.send(Add as never, { amount: "0" } as never), "Nothing"));
`;
const FAILING = `
import { equal } from "node:assert/strict";
import { test } from "node:test";
test("is wrong", () => equal(process.env.CHAINNODE_SEED, "none"));
test.skip("is skipped", () => {});
test.todo("is to be done", () => { throw new Error("not yet"); });
`;

/** What `code test --json` prints. */
export interface TestReport {
  readonly seed: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly coverage: unknown;
  readonly fees: unknown;
  readonly mutants: {
    readonly total: number;
    readonly leftOut: number;
    readonly places: readonly {
      readonly line: number;
      readonly column: number;
      readonly mutants: number;
      readonly survived: number;
    }[];
    readonly survived: readonly {
      readonly change: string;
      readonly file: string;
      readonly line: number;
      readonly equivalent: string | null;
    }[];
  } | null;
  readonly tests: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly failure: string | null;
  }[];
}

/** For one suite: the paths of files in a directory with these tests. */
export function useTestProject(): (name?: string) => string {
  let directory = "";
  const path = (name = ""): string => join(directory, name);
  before(async () => {
    directory = await makeTempDirectory();
    await mkdir(path("deep/node_modules"), { recursive: true });
    await mkdir(path("empty"));
    writeFileSync(path("add.ts"), CODE);
    writeFileSync(path("add.test.ts"), TESTS);
    writeFileSync(path("deep/failing.test.mjs"), FAILING);
    writeFileSync(path("deep/node_modules/other.test.mjs"), "process.exit(7);");
  });
  after(() => rmSync(directory, { recursive: true }));
  return path;
}
