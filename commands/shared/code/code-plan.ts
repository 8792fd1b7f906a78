import { diffText } from "../../../src/cli/output/diff.js";
import { valueToJson } from "../../../src/codec/readable-json.js";
import type { Style } from "../../../src/cli/terminal/colour.js";
import type { Client } from "../../../src/client/index.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { parseDecimal, compareDecimals } from "../../../src/codec/decimal.js";
import { valueToText } from "../../../src/codec/text.js";
import { memberOf } from "../../../src/codec/value.js";
import { codeIdOf, layoutOf, parseCode, type Method } from "../../../src/records/code.js";
import { recordOf } from "../../../src/records/stored-code.js";
import type { CodeSource } from "./code-files.js";

/** What registering one record would change on the chain. */
export interface CodePlan extends CodeSource {
  readonly method: Method;
  readonly id: string;
  /** What is registered under the id now, null when nothing is. */
  readonly registered: string | null;
  readonly change: "new" | "update" | "none";
}

/**
 * Compares a record with the chain. Throws `CODE_VERSION` when the chain would refuse it as no newer one (PROTOCOL 6).
 */
export async function planCode(source: CodeSource, client: Client): Promise<CodePlan> {
  const method = parseCode(source.text);
  const id = codeIdOf(method);
  const registered = await client.getCode(id, method.kind);
  if (registered === null) return { ...source, method, id, registered, change: "new" };
  const record = recordOf({ text: registered });
  if (canonicalJson(record) === source.text) return { ...source, method, id, registered, change: "none" };
  // The chain compares the member, whatever else is wrong with what is registered.
  const version = valueToText(memberOf(record, layoutOf(source.record).version) ?? null);
  if (!isNewer(method.version, version)) throw notNewer(source.file, method, version);
  return { ...source, method, id, registered, change: "update" };
}

/** The plan for people: the lines that would change. */
export function planText({ method, registered, record, change }: CodePlan, style: Style): string {
  const title = `${method.kind} ${method.name} ${method.version}`;
  if (change === "none") return `${title}: on the chain already, nothing to do`;
  if (registered === null) return `${title}: new`;
  const indent = "  ";
  const before = valueToJson(recordOf({ text: registered }), indent);
  return `${title}: changes\n${diffText(before, valueToJson(record, indent), style).trimEnd()}`;
}

function isNewer(version: string, registered: string): boolean {
  const [next, last] = [parseDecimal(version), parseDecimal(registered)];
  // What is no decimal number the chain compares by its own rules; it is asked, not second-guessed.
  return next === null || last === null || compareDecimals(next, last) > 0;
}

function notNewer(file: string, { name, version }: Method, registered: string): ChainError {
  return new ChainError("CODE_VERSION", `The chain has another ${name}, and takes a newer version only. `, {
    details: { file, version, registered },
    advice: `Give it a version above ${registered}.`,
  });
}
