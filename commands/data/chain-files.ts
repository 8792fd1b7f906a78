import { option, type OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import type { ChainFiles } from "../../src/data/chain/chain-files.js";
import * as errors from "../errors.js";

/** As the constant of src/data/chain, which is loaded when a command runs. */
const STANDARD = "-";

/** The files of the two chains, from the options. Throws `MISSING_OPTION` without --main, and `ONE_STREAM`. */
export function chainFiles(input: Input): ChainFiles {
  const [main, resource] = [input.option("main"), input.option("resource")];
  if (main === undefined) throw errors.missingOption();
  if (main === STANDARD && resource === STANDARD) throw errors.oneStream();
  return { main, ...(resource === undefined ? {} : { resource }) };
}

export function chainFileOptions(preposition: "for" | "with"): readonly OptionSpec[] {
  const stream = preposition === "for" ? "- for stdout" : "- for stdin";
  return [
    option("--main <file>", `file ${preposition} the main chain; ${stream}`, { isRequired: true }),
    option("--resource <file>", `file ${preposition} the resource chain; ${stream}`, "none"),
  ];
}
