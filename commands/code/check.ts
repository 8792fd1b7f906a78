import type { Command } from "../../src/cli/command.js";
import { unitsToAmount } from "../../src/cli/input/amount.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { byteLength } from "../../src/codec/text.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { HEIGHT, listOf, objectOf, orNull, TEXT } from "../../src/records/operations/json-schema.js";
import { checkSource, findingLines, findingToData, hasErrors, type CheckedCode } from "./code-check.js";
import { readCodeFile } from "./code-files.js";
import { registrationCost } from "./registration-cost.js";
import * as errors from "../errors.js";

export const command: Command = {
  summary: "check code without a node",
  description: [
    "Reads JSON, or a JavaScript or TypeScript module that exports records. Prints one finding per line, with its place as a JSON path; for a code of chainnode/contract also with file, line and column. The exit code is 1 when the chain would refuse the code or the machine could not run it.",
    "Classic code is registered with Register, which has no fee. Code in the method format is published with Publish, whose fee depends on its weight on a network with the Fee contract; other networks charge nothing.",
  ],
  arguments: [
    { name: "file", description: "file with code records; - is stdin", isRequired: true, isVariadic: true },
  ],
  examples: [
    { line: "chainnode code check stock.json" },
    { line: "chainnode code check contracts/*.mjs --json" },
  ],
  result: listOf(
    objectOf({
      file: TEXT,
      name: TEXT,
      size: HEIGHT,
      registration: orNull(objectOf({ contract: TEXT, weight: HEIGHT, fee: TEXT })),
      findings: listOf(
        objectOf({
          severity: TEXT,
          path: TEXT,
          sentence: TEXT,
          code: orNull(TEXT),
          advice: orNull(TEXT),
          place: orNull(objectOf({ file: TEXT, line: HEIGHT, column: HEIGHT })),
        }),
      ),
    }),
  ),
  async run(context, input) {
    const checked: CheckedCode[] = [];
    for (const file of input.rest("file")) {
      for (const source of await readCodeFile(file, context)) checked.push(await checkSource(source));
    }
    return {
      data: checked.map(checkedToData),
      text: () =>
        checked
          .flatMap((code) => [...findingLines(code), `${code.file}: ${code.name}: ${costText(code)}`])
          .map((line) => `${line}\n`)
          .join(""),
      ...(checked.some(hasErrors) ? { failure: brokenCode() } : {}),
    };
  },
};

function checkedToData({ file, name, text, findings, places }: CheckedCode): Value {
  const cost = registrationCost(text);
  return objectToValue({
    file,
    name,
    size: BigInt(byteLength(text)),
    registration:
      cost && objectToValue({ contract: cost.contract, weight: cost.weight, fee: cost.fee.toString() }),
    findings: findings.map((finding) => findingToData(finding, places)),
  });
}

function costText({ text }: CheckedCode): string {
  const size = `${byteLength(text)} bytes`;
  const cost = registrationCost(text);
  if (cost === null) return size;
  const fee = cost.fee === 0n ? "no fee" : `fee ${unitsToAmount(cost.fee.toString())} by its weight`;
  return `${size}, ${cost.contract}: ${fee}`;
}

function brokenCode(): ChainError {
  return errors.codeFaulty();
}
