import { ChainError, messageOf } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { escapeControls } from "../../codec/escape-controls.js";
import { ADVICE } from "../advice.js";
import type { Style } from "../terminal/colour.js";
import { valueToJson } from "../../codec/readable-json.js";
import { alignRows } from "./table.js";

/** The three parts of a failure: what happened, the values that matter, what to do. */
export function errorText(error: unknown, style: Style): string {
  const { code, message, details, advice } = toChainError(error);
  const todo = ADVICE.get(code) ?? advice;
  let out = `${style.red("error:")} ${escapeControls(message.trim())}\n`;
  const values = Object.entries(details).map(([name, value]) => [
    `  ${style.dim(escapeControls(name))}`,
    escapeControls(String(value)),
  ]);
  if (values.length > 0) out += `\n${alignRows(values, [])}`;
  if (todo !== undefined) out += `\n${todo.trim()}\n`;
  return out;
}

/** The same as one line of JSON: `{"error":{"code","message","details"?,"advice"?}}`. */
export function errorJson(error: unknown): string {
  const { code, message, details, advice } = toChainError(error);
  const values = Object.entries(details).map(([name, value]) => [name, detailToValue(value)] as const);
  const body = objectToValue({
    code,
    message,
    details: values.length === 0 ? undefined : objectToValue(Object.fromEntries(values)),
    advice: ADVICE.get(code) ?? advice,
  });
  return `${valueToJson(objectToValue({ error: body }))}\n`;
}

function detailToValue(detail: string | number): Value {
  return typeof detail === "number" && Number.isInteger(detail) ? BigInt(detail) : detail;
}

/** Converts a thrown value. Anything but a `ChainError` is a fault of the program and is reported with its location. */
function toChainError(error: unknown): ChainError {
  if (error instanceof ChainError) return error;
  const place = error instanceof Error ? /^ *at (.*)$/m.exec(error.stack ?? "")?.[1] : undefined;
  return new ChainError("INTERNAL", `The program failed: ${messageOf(error)}`, {
    details: place === undefined ? {} : { at: place },
    advice: "This is a fault in chainnode, not in what you did.",
    cause: error,
  });
}
