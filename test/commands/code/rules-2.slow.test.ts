import { expect } from "chai";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runBinary, useTemporaryDirectory, type Ended } from "../../cli/binary.js";

/** By rules 1, a read behind a read gives the default. */
const BEHIND = `
import { equal } from "node:assert/strict";
import { test } from "node:test";
import { address, contract, from, respond, universal } from "chainnode/contract";
import { assertProperties, sandbox, type FuzzState } from "chainnode/testing";
const next = universal("next", { key: address, value: address, default: "none" });
const header = { space: "s", allow: ["SENDER_UNCHECKED"] };
const Fill = contract({ ...header, name: "Fill" }, () => [next.of("ab").set("cd"), next.of("cd").set("ef")]);
const Read = contract({ ...header, name: "Read" }, () => [respond(next.of(next.of("ab").as(address)))]);
const kept = universal("kept", { key: address, value: address });
const Keep = contract({ ...header, name: "Keep" }, () => [kept.of(from).set(next.of(next.of("ab").as(address)))]);
const read = async (settings: object) => {
  const chain = await sandbox(settings);
  await chain.publish(Fill, Read);
  await chain.send(Fill);
  return (await chain.send(Read)).result;
};
test("reads", async () => equal(await read({}), "ef"));
test("reads by rules 2", async () => equal(await read({ rules: 2 }), "ef"));
const behind = { invariants: { behind: (state: FuzzState) => state.accounts.every((of) => state.read(Keep, "kept", of) !== "none") } };
test("is called", async () => void (await assertProperties([Fill, Keep], { runs: 20, ...behind, scene: () => ({ calls: [[Fill]] }) })));
`;

describe("chainnode code test on chains of rules 2 (PROTOCOL 16.6)", () => {
  const directory = useTemporaryDirectory();

  it("runs by the rules that the command line names, mutants too, unless a test names its own", async () => {
    const file = join(directory(), "behind.test.ts");
    writeFileSync(file, BEHIND);
    const test = (...words: string[]): Promise<Ended> =>
      runBinary(["code", "test", file, "--json", ...words]);
    // The tests must pass in the processes of mutants, too, before mutants are tried.
    const mutated = await test("--rules", "2", "--mutate");
    expect(JSON.parse(mutated.stdout)).to.include({ passed: 3 }).and.to.have.nested.property("mutants.total");
    const byDefault = await test();
    expect(JSON.parse(byDefault.stdout)).to.include({ passed: 1, failed: 2 });
    expect((await test("--rules", "3")).code).to.equal(2);
  });
});
