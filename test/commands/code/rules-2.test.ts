import { expect } from "chai";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ended } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { makeTempDirectory } from "../../support/temp-store.js";

/** Counts under a key that depends on a read; the counter of `00` starts at nothing. */
const COUNTER = `
import { address, contract, decimal, from, require, universal } from "chainnode/contract";
const owner = universal("owner", { value: address, default: from });
const count = universal("count", { key: address, value: decimal, default: "0" });
const own = count.of(owner.as(address));
export const Count = contract({ name: "Count", space: "count", writer: "${"0".repeat(44)}" }, () => [
  require(from.eq(owner), "Only the owner. "),
  own.set(own.add("1")),
]);
`;
const REQUEST = `
import { request, respond } from "chainnode/contract";
export const One = request({ name: "One", space: "count" }, () => [respond("1")]);
`;

describe("Tools for codes on a network of rules 2 (PROTOCOL 16.6)", () => {
  let directory: string;
  const path = (name: string): string => join(directory, name);
  const code = (...words: string[]): Promise<Ended> => runInProcess(["code", ...words]);

  before(async () => {
    directory = await makeTempDirectory();
    writeFileSync(path("count.ts"), COUNTER);
    writeFileSync(path("one.ts"), REQUEST);
    for (const [rules, name] of [
      ["1", "one"],
      ["2", "two"],
    ] as const) {
      const words = ["init", "--genesis", "--rules", rules, "--data-dir", path(name)];
      expect(await runInProcess(words)).to.include({ code: 0 });
    }
  });
  after(() => rmSync(directory, { recursive: true }));

  it("accept a key that depends on a read with its data directory, and refuse it without a network", async () => {
    expect(await code("check", path("count.ts"), "--data-dir", path("two"))).to.include({ code: 0 });
    for (const place of [["--data-dir", path("one")], []]) {
      const refused = await code("check", path("count.ts"), ...place);
      expect(refused.code).to.equal(1);
      expect(refused.stdout).to.include("DEPENDENT_KEY").and.to.include("rules 1");
    }
  });

  it("call codes by the rules of the data directory, and say by which", async () => {
    for (const [place, rules] of [
      [["--data-dir", path("two")], 2],
      [["--data-dir", path("one")], 1],
      [[], 1],
    ] as const) {
      expect((await code("fuzz", path("count.ts"), "--runs", "50", ...place)).stdout).to.match(
        new RegExp(`by rules ${rules}\\n$`),
      );
    }
  });

  it("refuse to replay a request, which no block holds", async () => {
    const refused = await code("replay", path("one.ts"), "--data-dir", path("two"), "--json");
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.include("ONE_CONTRACT");
  });
});
