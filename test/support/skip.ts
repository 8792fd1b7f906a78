import { appendFileSync } from "node:fs";
import { isInstalled } from "./is-installed.js";

/** A file that receives the names of the test files with pending tests, so that they can be run again elsewhere. */
const PENDING_FILES = process.env["CHAINNODE_TEST_PENDING"];

/** Leaves a test, or from a hook the tests of a suite, pending and says why: reports show a pending test without a reason. */
export function skip(context: Mocha.Context, reason: string): never {
  process.stderr.write(`pending: ${context.test?.fullTitle()}: ${reason}\n`);
  if (PENDING_FILES !== undefined) appendFileSync(PENDING_FILES, `${context.test?.file}\n`);
  return context.skip();
}

/** Leaves tests pending that need a program which is not installed. */
export function skipWithout(context: Mocha.Context, ...programs: readonly string[]): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) skip(context, `not installed: ${missing.join(", ")}`);
}
