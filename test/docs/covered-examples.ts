import { expect } from "chai";
import { runBinary } from "../cli/binary.js";

interface Report {
  readonly seed: number;
  readonly tests: readonly { readonly name: string; readonly failure: unknown }[];
  readonly coverage: readonly { readonly code: string; readonly gaps: readonly unknown[] }[];
}

/** Runs the tests below a directory with some examples, and expects that they pass and leave no gap in their codes. */
export async function expectCovered(directory: string, examples: number): Promise<void> {
  const { stdout, code } = await runBinary(["code", "test", directory, "--json", "--coverage"]);
  const { seed, tests, coverage } = JSON.parse(stdout) as Report;
  // A random test that fails can be repeated with its seed.
  const failed = tests.filter(({ failure }) => failure !== null);
  expect(failed, `seed ${seed}, exit code ${code}`).to.deep.equal([]);
  expect(code).to.equal(0);
  expect(tests.length).to.be.greaterThan(examples * 8);
  expect(coverage.length).to.be.greaterThan(examples * 5);
  expect(coverage.flatMap(({ gaps }) => gaps)).to.deep.equal([]);
}
