import { extname } from "node:path";
import { positional, option, type Command, type Context } from "../../src/cli/command.js";
import { unknownLintRule } from "../../src/cli/errors.js";
import { amountToUnits } from "../../src/cli/input/amount.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { amountText } from "../../src/codec/coins.js";
import type { Input } from "../../src/cli/input/input.js";
import { readJsonSource } from "../../src/cli/input/source.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { instead } from "../../src/codec/chain-error.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { shownText } from "../../src/codec/shown-text.js";
import { byteLength } from "../../src/codec/text.js";
import { isList, isMap, objectToValue, type Value } from "../../src/codec/value.js";
import { fixCode } from "../../src/lint/fix-code.js";
import { findingOf, type Finding } from "../../src/lint/report.js";
import { chainMissing } from "../../src/data/directory/errors.js";
import { replaceFile } from "../../src/base/files/write-file.js";
import { LINT_CODES } from "../../src/records/lint-rules.js";
import { nearestName } from "../../src/base/text/nearest-name.js";
import { AMOUNT, HEIGHT, listOf, objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import { feeUnder } from "../../src/replay/trial/fee.js";
import { isNodeNamed } from "../workspace.js";
import {
  checkSource,
  findingLines,
  findingToData,
  hasErrors,
  ruleSetAtHand,
  RULES_OPTION,
  type CheckedCode,
} from "./code-check.js";
import { completeSource, readCodeFile } from "./code-files.js";
import { feeByWeight, registrationCost, type FeeRule, type RegistrationCost } from "./registration-cost.js";
import * as errors from "./errors.js";

export const command: Command = {
  summary: "find faults in code before it is sent",
  description: [
    "Reads JSON, or a JavaScript or TypeScript module that exports records; a module runs with your rights, so check only what you trust. Prints one finding per line, with its place as a JSON path; for a code of chainnode/contract also with file, line and column. The exit code is 1 when the chain would refuse the code or the machine could not run it.",
    "Classic code is registered with Register, which has no fee. Code in the method format is published with Publish, whose fee depends on its weight. The fee is that of the network at hand: of the node at --rpc, or of the data directory; without either, that of a network with the Fee contract.",
    "chainnode help lint lists the rules; chainnode help lint CODE explains one.",
  ],
  arguments: [positional("<file...>", "file with code records; - is stdin")],
  options: [
    option("--allow <code>", "leave out the findings of a rule; can be repeated", {
      default: "none",
      isRepeatable: true,
      complete: async () => [...LINT_CODES.keys()],
    }),
    option("--fix", "rewrite a JSON file with the fixable findings mended"),
    option("--max-fee <amount>", "report a higher fee for the registration as an error", "no limit"),
    RULES_OPTION,
  ],
  examples: [
    "chainnode code check stock.json",
    "chainnode code check stock.json --fix --allow SENDER_UNCHECKED",
    "chainnode code check contracts/*.mjs --json",
  ],
  result: listOf(
    objectOf({
      file: TEXT,
      name: TEXT,
      size: HEIGHT,
      registration: orNull(objectOf({ contract: TEXT, weight: HEIGHT, fee: orNull(AMOUNT) })),
      findings: listOf(
        objectOf({
          severity: TEXT,
          path: TEXT,
          sentence: TEXT,
          code: TEXT,
          advice: TEXT,
          place: orNull(objectOf({ file: TEXT, line: HEIGHT, column: HEIGHT })),
        }),
      ),
    }),
  ),
  async run(context, input) {
    const allowed = readAllowed(input);
    const limit = readLimit(input);
    const files = input.rest("file");
    if (input.flag("fix")) for (const file of files) await fixCodeFile(file, context);
    const ruleSet = await ruleSetAtHand(context, input);
    const feeOf = await feeRule(context);
    const checked: Checked[] = [];
    for (const file of files) {
      for (const given of await readCodeFile(file, context)) {
        // A record may leave its writer and its space to the publication: any of their length will do here.
        const source = completeSource(given, { writer: ZERO_ADDRESS, space: "" });
        const code = await checkSource(source, { ruleSet, allowed });
        const cost = registrationCost(code.text, feeOf);
        checked.push({ ...code, cost, findings: [...code.findings, ...feeFindings(cost, limit)] });
      }
    }
    return {
      data: checked.map(checkedToData),
      text: () =>
        checked
          .flatMap((code) => [
            ...findingLines(code),
            shownText(`${code.file}: ${code.name}: ${costText(code)}`),
          ])
          .map((line) => `${line}\n`)
          .join(""),
      ...(checked.some(hasErrors) ? { failure: errors.codeFaulty() } : {}),
    };
  },
};

interface Checked extends CheckedCode {
  readonly cost: RegistrationCost | null;
}

/** Throws `OPTION_VALUE` for a rule that does not exist. */
function readAllowed(input: Input): ReadonlySet<string> {
  const codes = input.options("allow").map((code) => code.toUpperCase());
  const unknown = codes.find((code) => !LINT_CODES.has(code));
  if (unknown !== undefined)
    throw unknownLintRule({ word: unknown }, { nearest: nearestName(unknown, LINT_CODES.keys()) });
  return new Set(codes);
}

/** The limit of --max-fee in units, null without one. Throws `AMOUNT`. */
function readLimit(input: Input): bigint | null {
  const amount = input.option("max-fee");
  return amount === undefined ? null : BigInt(amountToUnits(amount, { raw: false }));
}

function feeFindings(cost: RegistrationCost | null, limit: bigint | null): readonly Finding[] {
  if (limit === null || cost === null) return [];
  if (cost.fee === null) return [findingOf("FEE_ABOVE_LIMIT", "$", "The network's fee is unknown.")];
  if (cost.fee <= limit) return [];
  const [fee, most] = [cost.fee, limit].map((units) => amountText(units.toString()));
  return [findingOf("FEE_ABOVE_LIMIT", "$", `The fee of the registration is ${fee}; the limit is ${most}.`)];
}

/** The fee rule of the network at hand, else that of the Fee contract. Unknown before the network begins. */
async function feeRule(context: Context): Promise<FeeRule> {
  const { workspace } = context;
  if (!isNodeNamed(context) && (await workspace.nearestDirectory({ isOffline: true })) === null)
    return feeByWeight;
  const codes = await workspace.readableCodes().catch(instead([], chainMissing.code));
  return (transaction, weight) => feeUnder(codes, transaction, weight);
}

function checkedToData({ file, name, text, findings, places, cost }: Checked): Value {
  return objectToValue({
    file,
    name,
    size: BigInt(byteLength(text)),
    registration:
      cost &&
      objectToValue({ contract: cost.contract, weight: cost.weight, fee: cost.fee?.toString() ?? null }),
    findings: findings.map((finding) => findingToData(finding, places)),
  });
}

function costText({ text, cost }: Checked): string {
  const size = `${byteLength(text)} bytes`;
  if (cost === null) return size;
  if (cost.fee === null) return `${size}, ${cost.contract}: the network's fee is unknown`;
  const fee = cost.fee === 0n ? "no fee" : `fee ${amountText(cost.fee.toString())} by its weight`;
  return `${size}, ${cost.contract}: ${fee}`;
}

/** Rewrites a JSON file with the fixable findings mended. A module is left alone: a program makes its records. */
async function fixCodeFile(file: string, { terminal, note }: Context): Promise<void> {
  if (extname(file) !== ".json") {
    note(`${file}: --fix changes only .json files.`);
    return;
  }
  const value = await readJsonSource(file, terminal);
  const fixed = isList(value) ? value.map(fixRecord) : fixRecord(value);
  if (canonicalJson(fixed) === canonicalJson(value)) return;
  await replaceFile(file, `${valueToJson(fixed, "  ")}\n`);
  note(`${file}: fixed.`);
}

function fixRecord(record: Value): Value {
  return isMap(record) ? fixCode(record) : record;
}
