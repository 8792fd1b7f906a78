import type { Command } from "../../src/cli/command.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { byteLength } from "../../src/codec/text.js";
import { objectToValue } from "../../src/codec/value.js";
import { HEIGHT, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import {
  checkSource,
  findingLines,
  findingToData,
  hasErrors,
  type CheckedCode,
} from "../shared/code-check.js";
import { readCodeFile } from "../shared/code-files.js";

export const command: Command = {
  summary: "find what is wrong with code before it is sent, without a node",
  description: [
    "Reads JSON, or a JavaScript or TypeScript module that exports records. One finding a line, with the place as a JSON path. Ends with exit code 1 when the chain would refuse the code or the machine could not run it.",
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
      findings: listOf(objectOf({ severity: TEXT, path: TEXT, sentence: TEXT })),
    }),
  ),
  async run(context, input) {
    const checked: CheckedCode[] = [];
    for (const file of input.rest("file")) {
      for (const source of await readCodeFile(file, context)) checked.push(await checkSource(source));
    }
    return {
      data: checked.map(({ file, name, text, findings }) =>
        objectToValue({ file, name, size: BigInt(byteLength(text)), findings: findings.map(findingToData) }),
      ),
      text: () =>
        checked
          .flatMap((code) => [
            ...findingLines(code),
            `${code.file}: ${code.name}: ${byteLength(code.text)} bytes`,
          ])
          .map((line) => `${line}\n`)
          .join(""),
      ...(checked.some(hasErrors) ? { failure: brokenCode() } : {}),
    };
  },
};

function brokenCode(): ChainError {
  return new ChainError("CODE_CHECK", "There is code that would not work. ");
}
