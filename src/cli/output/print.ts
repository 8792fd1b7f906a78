import type { Context } from "../command.js";
import { createStyle, type Style } from "../terminal/colour.js";
import { valueToJson } from "../../codec/readable-json.js";
import type { Outcome } from "./outcome.js";
import type { View } from "./view.js";
import { ChainError, messageOf } from "../../codec/chain-error.js";
import { detailToValue } from "../../codec/error-member.js";
import { internal } from "../../codec/errors.js";
import { shownText } from "../../codec/shown-text.js";
import { objectToValue } from "../../codec/value.js";
import { alignRows } from "../../base/text/align-rows.js";

const JSON_INDENT = "  ";

/** Prints a result on stdout; with `--json` as a document, or several one a line. Throws its failure. */
export async function printOutcome(
  outcome: Outcome | AsyncIterable<Outcome>,
  { terminal: { output, environment }, settings }: Context,
): Promise<void> {
  const isJson = settings.flag("json");
  const isForbidden = settings.flag("no-color");
  const view: View = {
    isTerminal: output.isTerminal,
    isFull: settings.flag("full"),
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

/** The three parts of a failure: what happened, the values that matter, what to do. */
export function errorText(error: unknown, style: Style): string {
  const { message, details, advice } = toChainError(error);
  let out = `${style.red("error:")} ${shownText(message.trim())}\n`;
  const values = Object.entries(details).map(([name, value]) => [
    `  ${style.dim(shownText(name))}`,
    shownText(String(value)),
  ]);
  if (values.length > 0) out += `\n${alignRows(values)}`;
  // The advice may be another node's.
  if (advice !== undefined)
    out += `\n${advice
      .trim()
      .split("\n")
      .map((line) => shownText(line))
      .join("\n")}\n`;
  return out;
}

/** A warning that a command goes on without the faulty file of the settings. */
export function ignoredFile({ message, details }: ChainError): string {
  return `warning: ${shownText(message.trim())} (${shownText(String(details["file"]))}: ignored)`;
}

/** An error as one line of JSON: `{"error":{"code","message","details"?,"advice"?}}`. */
export function errorJson(error: unknown): string {
  const { code, message, details, advice } = toChainError(error);
  const values = Object.entries(details).map(([name, value]) => [name, detailToValue(value)] as const);
  const body = objectToValue({
    code,
    message,
    details: values.length === 0 ? undefined : objectToValue(Object.fromEntries(values)),
    advice,
  });
  return `${valueToJson(objectToValue({ error: body }))}\n`;
}

/** Converts a thrown value. Anything but a `ChainError` is a fault of the program and is reported with its location. */
function toChainError(error: unknown): ChainError {
  if (error instanceof ChainError) return error;
  const at = error instanceof Error ? /^ *at (.*)$/m.exec(error.stack ?? "")?.[1] : undefined;
  return internal({ reason: messageOf(error), at }, { cause: error });
}
