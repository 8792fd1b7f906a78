import { ChainError, messageOf } from "../../codec/chain-error.js";
import { detailToValue } from "../../codec/error-member.js";
import { internal } from "../../codec/errors.js";
import { escapeControls } from "../../codec/escape-controls.js";
import { objectToValue } from "../../codec/value.js";
import type { Style } from "../terminal/colour.js";
import { valueToJson } from "../../codec/readable-json.js";
import { alignRows } from "../../codec/align-rows.js";

/** The three parts of a failure: what happened, the values that matter, what to do. */
export function errorText(error: unknown, style: Style): string {
  const { message, details, advice } = toChainError(error);
  let out = `${style.red("error:")} ${escapeControls(message.trim())}\n`;
  const values = Object.entries(details).map(([name, value]) => [
    `  ${style.dim(escapeControls(name))}`,
    escapeControls(String(value)),
  ]);
  if (values.length > 0) out += `\n${alignRows(values)}`;
  // The advice may be another node's.
  if (advice !== undefined) out += `\n${advice.trim().split("\n").map(escapeControls).join("\n")}\n`;
  return out;
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
