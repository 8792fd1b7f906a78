import type { OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { ChainFiles } from "../../src/node/data/chain-files.js";
import * as errors from "../errors.js";

/** The files of the two chains, from the options. Throws `MISSING_OPTION` without --main. */
export function chainFiles(input: Input): ChainFiles {
  const [main, resource] = [input.option("main"), input.option("resource")];
  if (main === undefined) throw errors.missingOption();
  return { main, ...(resource === undefined ? {} : { resource }) };
}

export function chainFileOptions(preposition: "for" | "with"): readonly OptionSpec[] {
  return [
    {
      name: "main",
      placeholder: "file",
      isRequired: true,
      description: `file ${preposition} the main chain`,
    },
    {
      name: "resource",
      placeholder: "file",
      default: "none",
      description: `file ${preposition} the resource chain`,
    },
  ];
}
