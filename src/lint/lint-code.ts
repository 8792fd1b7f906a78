import { isAddress, ZERO_ADDRESS } from "../codec/address.js";
import { ChainError } from "../codec/chain-error.js";
import { isNumeric } from "../codec/loose-order.js";
import { byteLength } from "../codec/text.js";
import { isList, type Value, type ValueMap } from "../codec/value.js";
import { parseCodeRecord } from "../records/code.js";
import { layoutOf, METHOD_VERSION, type CodeKind, type CodeLayout } from "../records/code-layout.js";
import { MAX_STATE_VALUE_SIZE } from "../records/limits.js";
import { LINT_RULES, type LintRule } from "../records/lint-rules.js";
import { DEFAULT_RULES, RULE_SETS } from "../records/rules.js";
import { memberPath } from "../records/json-path.js";
import { executionsOf } from "./calls.js";
import { findingOf, type Finding, type Report } from "./report.js";
import { checkBranches, checkExpression } from "./check-expression.js";
import { checkHashes } from "./check-hashes.js";
import { checkNumbers } from "./check-numbers.js";
import { checkParameters } from "./check-parameters.js";
import { checkState } from "./check-state.js";
import { writingOf } from "./writing.js";

export { findingOf, type Finding } from "./report.js";

/**
 * Checks a code before it is sent. The errors are what Register or Publish refuses (PROTOCOL 6.13, 6.17) and what the
 * machine does not run as written; the warnings are what is most likely wrong. src/records/lint-rules.ts lists the rules.
 *
 * @param ruleSet that of the network; default: rules 1.
 */
export function lintCode(text: string, ruleSet = RULE_SETS[DEFAULT_RULES]): readonly Finding[] {
  const findings: Finding[] = [];
  const report: Report = (code, path, sentence) => {
    const { isOf = () => true }: LintRule = LINT_RULES[code];
    if (isOf(ruleSet)) findings.push(findingOf(code, path, sentence));
  };
  const size = byteLength(text);
  if (size > MAX_STATE_VALUE_SIZE)
    report("CODE_TOO_LARGE", "$", `The code has ${size} bytes; the maximum is ${MAX_STATE_VALUE_SIZE}.`);
  try {
    checkRecord(parseCodeRecord(text), report);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    report("UNREADABLE", "$", error.message.trim());
  }
  return findings;
}

function checkRecord(record: ValueMap, report: Report): void {
  const layout = layoutOf(record);
  checkHeader(record, layout, report);
  const kind = record.get(layout.kind) === "request" ? "request" : "contract";
  const executions = executionsOf(record);
  const definitions = record.get(layout.parameters) ?? null;
  checkParameters({ definitions, path: memberPath("$", layout.parameters), kind, executions }, report);
  if (layout.format === "method") checkList(record, "e", report);
  else checkClassicMembers(record, kind, report);
  for (const { expression, path } of executions) checkExpression(expression, path, kind, report);
  const writing = writingOf(record, executions);
  checkState(writing, report);
  checkHashes(writing, report);
  checkNumbers(writing, executions, report);
  checkBranches(kind, executions, report);
}

/** Checks the conditions of Register and Publish that depend on the text alone. */
function checkHeader(record: ValueMap, layout: CodeLayout, report: Report): void {
  const member = (name: string): Value => record.get(name) ?? null;
  const require = (name: string, holds: boolean, sentence: string): void => {
    if (!holds) report("HEADER", memberPath("$", name), sentence);
  };
  const kind = member(layout.kind);
  const name = member(layout.name);
  const writer = member(layout.writer);
  const isKind = kind === "contract" || kind === "request";
  require(layout.kind, isKind, "The kind is neither contract nor request.");
  const isName = typeof name === "string" && /^[A-Za-z_0-9]+$/.test(name);
  require(layout.name, isName, "The name is not text of A-Z, a-z, 0-9 and _.");
  require(layout.version, isNumeric(member(layout.version)), "The version is not numeric.");
  require(layout.space, typeof member(layout.space) === "string", "The space is not text.");
  if (layout.format === "classic") {
    require(layout.writer, writer === ZERO_ADDRESS, "The writer of a registered code is the zero address.");
    return;
  }
  const isWriter = typeof writer === "string" && (writer === ZERO_ADDRESS || isAddress(writer));
  const sentence = "The writer is not an address. It must be the address that publishes the code.";
  require(layout.writer, isWriter, sentence);
  if (member("m") !== METHOD_VERSION)
    report("FORMAT_VERSION", "$.m", `The format version is not "${METHOD_VERSION}".`);
}

function checkClassicMembers(record: ValueMap, kind: CodeKind, report: Report): void {
  const conditions = record.get("conditions") ?? null;
  if (conditions !== null) checkList(record, "conditions", report);
  for (const [at, pair] of isList(conditions) ? conditions.entries() : []) {
    if (isList(pair) && pair.length === 2) continue;
    const path = memberPath("$.conditions", at);
    report("EXECUTIONS", path, "A condition is a pair of expression and message.");
  }
  const [own, other] = kind === "contract" ? ["updates", "response"] : ["response", "updates"];
  if (record.has(other))
    report("MEMBER_IGNORED", memberPath("$", other), `A ${kind} has no ${other}: this member is ignored.`);
  if (!record.has(own)) report("NOTHING_DONE", "$", `The ${kind} has no ${own}.`);
  else if (kind === "contract") checkList(record, own, report);
}

function checkList(record: ValueMap, name: string, report: Report): void {
  if (!isList(record.get(name)))
    report("EXECUTIONS", memberPath("$", name), "This is not a list of expressions.");
}
