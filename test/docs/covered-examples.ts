import { expect } from "chai";
import { runBinary } from "../cli/binary.js";

interface Report {
  readonly failed: number;
  readonly tests: readonly { readonly name: string }[];
  readonly coverage: readonly { readonly code: string; readonly gaps: readonly unknown[] }[];
}

/** Runs the tests below a directory with some examples, and expects that they pass and leave no gap in their codes. */
export async function expectCovered(directory: string, examples: number): Promise<void> {
  const { stdout, code } = await runBinary(["code", "test", directory, "--json", "--coverage"]);
  const { failed, tests, coverage } = JSON.parse(stdout) as Report;
  expect([code, failed]).to.deep.equal([0, 0]);
  expect(tests.length).to.be.greaterThan(examples * 8);
  expect(coverage.length).to.be.greaterThan(examples * 5);
  expect(coverage.flatMap(({ gaps }) => gaps)).to.deep.equal([]);
}
