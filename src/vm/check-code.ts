import { isAddress, ZERO_ADDRESS } from "../codec/address.js";
import { ChainError } from "../codec/chain-error.js";
import { isNumeric } from "../codec/loose-order.js";
import { byteLength } from "../codec/text.js";
import { entriesOf, isContainer, isList, type Value, type ValueMap } from "../codec/value.js";
import { parseCodeRecord } from "../records/code.js";
import { layoutOf, type CodeKind, type CodeLayout } from "../records/code-layout.js";
import { MAX_STATE_VALUE_SIZE } from "../records/limits.js";
import { memberPath } from "../records/json-path.js";
import { parseParameterDefinition } from "../records/parameter.js";
import { checkExpression, type Finding, type Report } from "./check-expression.js";

export type { Finding } from "./check-expression.js";

/** Parameters that the node computes; a transaction cannot set them (PROTOCOL 14.1). */
const IMPLIED: ReadonlySet<string> = new Set(["from", "hash", "size", "version"]);

const NO_RULE = { code: null, advice: null };

/**
 * Checks a code before it is sent. The findings are what Register or Publish refuses (PROTOCOL 6.13, 6.17) and what the
 * machine does not execute as written, in the order of the text.
 */
export function checkCode(text: string): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (severity, path, sentence, rule = NO_RULE) =>
    findings.push({ severity, path, sentence, ...rule });
  const size = byteLength(text);
  if (size > MAX_STATE_VALUE_SIZE) {
    report("error", "$", `The code has ${size} bytes; the maximum is ${MAX_STATE_VALUE_SIZE}.`);
  }
  try {
    checkRecord(parseCodeRecord(text), report);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    report("error", "$", error.message.trim());
  }
  return findings;
}

function checkRecord(record: ValueMap, report: Report): void {
  const layout = layoutOf(record);
  checkHeader(record, layout, report);
  checkParameters(record.get(layout.parameters) ?? null, memberPath("$", layout.parameters), report);
  const kind = record.get(layout.kind) === "request" ? "request" : "contract";
  if (layout.format === "method") checkList(record, "e", kind, report);
  else checkClassicBody(record, kind, report);
}

/** Checks the conditions of Register and Publish that depend on the text alone. */
function checkHeader(record: ValueMap, layout: CodeLayout, report: Report): void {
  const member = (name: string): Value => record.get(name) ?? null;
  const require = (name: string, holds: boolean, sentence: string): void => {
    if (!holds) report("error", memberPath("$", name), sentence);
  };
  const kind = member(layout.kind);
  const name = member(layout.name);
  const writer = member(layout.writer);
  require(layout.kind, kind === "contract" ||
    kind === "request", "The kind is neither contract nor request.");
  require(layout.name, typeof name === "string" &&
    /^[A-Za-z_0-9]+$/.test(name), "The name is not text of A-Z, a-z, 0-9 and _.");
  require(layout.version, isNumeric(member(layout.version)), "The version is not numeric.");
  require(layout.space, typeof member(layout.space) === "string", "The space is not text.");
  if (layout.format === "classic") {
    require(layout.writer, writer === ZERO_ADDRESS, "The writer of a registered code is the zero address.");
  } else {
    require(layout.writer, typeof writer === "string" &&
      (writer === ZERO_ADDRESS ||
        isAddress(writer)), "The writer is not an address. It must be the address that publishes the code.");
  }
}

function checkParameters(definitions: Value, path: string, report: Report): void {
  if (definitions === null) return;
  if (!isContainer(definitions)) {
    report("error", path, "The parameters are neither a map nor a list: no call would be valid.");
    return;
  }
  for (const [key, definition] of entriesOf(definitions)) {
    const parameter = parseParameterDefinition(definition);
    const at = memberPath(path, key);
    if (parameter === null)
      report("error", at, "This is not a parameter definition: no call would be valid.");
    else if (IMPLIED.has(parameter.name)) {
      report(
        "warning",
        at,
        `The node computes ${parameter.name} itself; a value from the sender has no effect.`,
      );
    }
  }
}

function checkClassicBody(record: ValueMap, kind: CodeKind, report: Report): void {
  checkConditions(record.get("conditions") ?? null, kind, report);
  const [own, other] = kind === "contract" ? ["updates", "response"] : ["response", "updates"];
  if (record.has(other))
    report("warning", memberPath("$", other), `A ${kind} has no ${other}: this member is ignored.`);
  if (!record.has(own)) report("warning", "$", `The ${kind} has no ${own}.`);
  else if (kind === "contract") checkList(record, own, kind, report);
  else checkExpression(record.get(own) ?? null, memberPath("$", own), kind, report);
}

function checkConditions(conditions: Value, kind: CodeKind, report: Report): void {
  if (conditions === null) return;
  if (!isList(conditions)) {
    report("error", "$.conditions", "The conditions are not a list.");
    return;
  }
  for (const [index, pair] of conditions.entries()) {
    const path = memberPath("$.conditions", index);
    if (!isList(pair) || pair.length !== 2)
      report("error", path, "A condition is a pair of expression and message.");
    checkExpression(pair, path, kind, report);
  }
}

function checkList(record: ValueMap, name: string, kind: CodeKind, report: Report): void {
  const path = memberPath("$", name);
  const list = record.get(name);
  if (!isList(list)) {
    report("error", path, "This is not a list of expressions.");
    return;
  }
  for (const [index, expression] of list.entries()) {
    checkExpression(expression, memberPath(path, index), kind, report);
  }
}
