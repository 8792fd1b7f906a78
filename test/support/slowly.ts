import type { Context } from "mocha";

let isSlowSuite = false;

/** From now on `slowly` declares tests: for files `*.slow.test.ts`, before they import a file of the default run. */
export function declareSlowTests(): void {
  isSlowSuite = true;
}

/** Like `it`, for the slow suite alone: in the default run there is no such test. */
export function slowly(title: string, work: (this: Context) => unknown): void {
  if (isSlowSuite) it(title, work);
}
