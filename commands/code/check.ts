import type { Command } from "../../src/cli/command.js";
import { unitsToAmount } from "../../src/cli/input/amount.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { byteLength } from "../../src/codec/text.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { either, HEIGHT, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { checkSource, findingLines, findingToData, hasErrors, type CheckedCode } from "./code-check.js";
import { readCodeFile } from "./code-files.js";
import { registrationCost } from "./registration-cost.js";

export const command: Command = {
  summary: "find what is wrong with code before it is sent, without a node",
  description: [
    "Reads JSON, or a JavaScript or TypeScript module that exports records. One finding a line, with the place as a JSON path. Ends with exit code 1 when the chain would refuse the code or the machine could not run it.",
    "Classic code goes to the chain with Register, which pays no fee. Code in the method format goes with Publish, which pays by its weight where the network has the Fee contract, and nothing elsewhere.",
  ],
  arguments: [
    { name: "file", description: "files with code records; - is stdin", isRequired: true, isVariadic: true },
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
      registration: either(objectOf({ contract: TEXT, weight: HEIGHT, fee: TEXT }), { type: "null" }),
      findings: listOf(
        objectOf({
          severity: TEXT,
          path: TEXT,
          sentence: TEXT,
          code: either(TEXT, { type: "null" }),
          advice: either(TEXT, { type: "null" }),
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

function checkedToData({ file, name, text, findings }: CheckedCode): Value {
  const cost = registrationCost(text);
  return objectToValue({
    file,
    name,
    size: BigInt(byteLength(text)),
    registration:
      cost && objectToValue({ contract: cost.contract, weight: cost.weight, fee: cost.fee.toString() }),
    findings: findings.map(findingToData),
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
  return new ChainError("CODE_CHECK", "There is code that would not work. ");
}
