import { resolve } from "node:path";
import type { Context } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { shownText } from "../../src/codec/shown-text.js";
import { memberOf, objectToValue, type Value } from "../../src/codec/value.js";
import { findPlace, type Place, type SourceMap } from "../../src/contract/source-map.js";
import type { Finding } from "../../src/lint/lint-code.js";
import type { RuleSet } from "../../src/records/rules.js";
import type { CodeSource } from "./code-files.js";
import { readRuleSet, rulesOptionSpec } from "../options.js";
import { isNodeNamed } from "../workspace.js";
import { codeCheck } from "../../src/repl/errors.js";

export interface CheckedCode extends CodeSource {
  readonly name: string;
  readonly findings: readonly Finding[];
}

interface CheckOptions {
  readonly ruleSet: RuleSet;
  /** The rules of the linter whose findings are left out beside those of its source. */
  readonly allowed?: ReadonlySet<string>;
}

/**
 * The rules that the command line names, else those of the network at hand: of the node that a setting names, or of the
 * data directory; rules 1 without either. Throws the failure to reach that node: its rules would be a guess.
 */
export async function ruleSetAtHand(context: Context, input: Input): Promise<RuleSet> {
  const named = readRuleSet(input);
  if (named !== undefined) return named;
  const { workspace } = context;
  const isNamed = isNodeNamed(context);
  if (isNamed) await (await workspace.client()).ping();
  return workspace.ruleSet({ isOffline: !isNamed });
}

export const RULES_OPTION = rulesOptionSpec(
  "those of the network at hand: of the node at --rpc, or of the data directory; otherwise 1",
);

export async function checkSource(
  source: CodeSource,
  { ruleSet, allowed = new Set() }: CheckOptions,
): Promise<CheckedCode> {
  const { lintCode } = await import("../../src/lint/lint-code.js");
  const name = memberOf(source.record, "name") ?? memberOf(source.record, "n");
  const findings = lintCode(source.text, ruleSet).filter(
    ({ code }) => !allowed.has(code) && !source.allowed.includes(code),
  );
  return { ...source, name: typeof name === "string" ? name : "?", findings };
}

export function hasErrors({ findings }: CheckedCode): boolean {
  return findings.some(({ severity }) => severity === "error");
}

/** One finding a line, in the format of compilers. The names in it are those of the code, which others may have written. */
export function findingLines({
  file,
  name,
  findings,
  places,
}: Pick<CheckedCode, "file" | "name" | "findings" | "places">): readonly string[] {
  return findings.map(({ severity, path, sentence, code, advice }) => {
    const place = findPlace(places, path);
    const where = place === undefined ? file : placeText(place, file);
    return shownText(`${where}: ${name}: ${path}: ${severity}: ${sentence} ${advice} (${code})`);
  });
}

export function findingToData({ severity, path, sentence, code, advice }: Finding, places: SourceMap): Value {
  const found = findPlace(places, path);
  const place =
    found === undefined
      ? null
      : objectToValue({ file: found.file, line: BigInt(found.line), column: BigInt(found.column) });
  return objectToValue({ severity, path, sentence, code, advice, place });
}

/** Like `token.ts:33:5`; the file is as it was given, when the place is in it. */
export function placeText({ file, line, column }: Place, given: string): string {
  return `${file === resolve(given) ? given : file}:${line}:${column}`;
}

/** Prints all findings. Throws `CODE_CHECK` when the chain or the machine would refuse a record. */
export function assertSound(checked: readonly CheckedCode[], context: Pick<Context, "note">): void {
  for (const line of checked.flatMap(findingLines)) context.note(line);
  const broken = checked.filter(hasErrors);
  if (broken.length === 0) return;
  const counts = broken.map(({ name, file, findings }) => [name, `${findings.length} in ${file}`] as const);
  throw codeCheck({}, { details: Object.fromEntries(counts) });
}
