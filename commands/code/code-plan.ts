import { diffText } from "../../src/cli/output/diff.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import type { Style } from "../../src/cli/terminal/colour.js";
import type { Client } from "../../src/client/index.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { parseDecimal, compareDecimals } from "../../src/codec/decimal.js";
import { valueToText } from "../../src/codec/text.js";
import { memberOf } from "../../src/codec/value.js";
import { codeIdOf, parseCode, type Method } from "../../src/records/code.js";
import { layoutOf } from "../../src/records/code-layout.js";
import { codeRecord } from "../../src/records/stored-code.js";
import type { CodeSource } from "./code-files.js";
import * as errors from "../errors.js";

/** The change that registering one record would make. */
export interface CodePlan extends CodeSource {
  readonly method: Method;
  readonly id: string;
  /** The text registered under the id, or null. */
  readonly registered: string | null;
  readonly change: "new" | "update" | "none";
}

/**
 * Compares a record with the chain. Throws `CODE_VERSION` when the chain would refuse the version because it is not
 * greater (PROTOCOL 6.13).
 */
export async function planCode(source: CodeSource, client: Client): Promise<CodePlan> {
  const method = parseCode(source.text);
  const id = codeIdOf(method);
  const registered = await client.getCode(id, method.kind);
  if (registered === null) return { ...source, method, id, registered, change: "new" };
  const record = codeRecord({ text: registered });
  if (canonicalJson(record) === source.text) return { ...source, method, id, registered, change: "none" };
  // The chain compares the version even if the registered text is otherwise broken.
  const version = valueToText(memberOf(record, layoutOf(source.record).version) ?? null);
  if (!isNewer(method.version, version)) throw notNewer(source.file, method, version);
  return { ...source, method, id, registered, change: "update" };
}

/** The plan as text: the lines that would change. */
export function planText({ method, registered, record, change }: CodePlan, style: Style): string {
  const title = `${method.kind} ${method.name} ${method.version}`;
  if (change === "none") return `${title}: on the chain already, nothing to do`;
  if (registered === null) return `${title}: new`;
  const indent = "  ";
  const before = valueToJson(codeRecord({ text: registered }), indent);
  return `${title}: changes\n${diffText(before, valueToJson(record, indent), style).trimEnd()}`;
}

function isNewer(version: string, registered: string): boolean {
  const [next, last] = [parseDecimal(version), parseDecimal(registered)];
  // Versions that are not decimal numbers follow rules of the chain, so they are left to the node.
  return next === null || last === null || compareDecimals(next, last) > 0;
}

function notNewer(file: string, { name, version }: Method, registered: string): ChainError {
  return errors.codeVersion({ name, file, version, registered });
}
