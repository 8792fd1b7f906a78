import type { Context } from "../command.js";
import { createStyle } from "../terminal/colour.js";
import { valueToJson } from "../../codec/readable-json.js";
import type { Outcome } from "./outcome.js";
import type { View } from "./view.js";

const JSON_INDENT = "  ";

/**
 * Prints a result on stdout: as text, or with `--json` as one document, or one a line when there are several. Throws
 * the result's failure.
 */
export async function printOutcome(
  outcome: Outcome | AsyncIterable<Outcome>,
  { terminal: { output, environment }, settings }: Context,
): Promise<void> {
  const isJson = settings.flag("json");
  const isForbidden = settings.flag("no-color");
  const view: View = {
    isTerminal: output.isTerminal,
    width: output.width,
    style: createStyle({ isTerminal: output.isTerminal, environment, isForbidden }),
  };
  const print = ({ data, text, failure }: Outcome, indent: string): void => {
    output.write(isJson ? `${valueToJson(data, indent)}\n` : text(view));
    if (failure !== undefined) throw failure;
  };

  if (Symbol.asyncIterator in outcome) {
    for await (const next of outcome) print(next, "");
  } else {
    print(outcome, output.isTerminal ? JSON_INDENT : "");
  }
}
