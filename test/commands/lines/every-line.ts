import { expect } from "chai";
import type { Ended } from "../../cli/binary.js";
import { CHAIN_LINES } from "./chain-lines.js";
import { KEY_LINES } from "./key-lines.js";
import type { Form, Line } from "./line.js";
import { NODE_LINES, TOOL_LINES } from "./node-lines.js";
import type { World } from "./world.js";

/** The lines of all tables, in the order in which they run. */
export const EVERY_LINE: readonly Line[] = [...KEY_LINES, ...CHAIN_LINES, ...NODE_LINES, ...TOOL_LINES];

export function wordsOf({ path, words }: Line, world: World, form: Form): readonly string[] {
  return [...path.split(" "), ...(words?.(world, form) ?? [])];
}

/** Expects what a line promises in a pipe. */
export function expectInPipe(line: Line, { code, stdout, stderr }: Ended): void {
  expect(code, stderr).to.equal(line.code ?? 0);
  expect(stdout.replace(/\n$/, ""), stdout).to.match(line.stdout);
  expect(stdout).not.to.include("\u001B");
  expect(stderr).to.match(line.stderr ?? /^$/);
}
