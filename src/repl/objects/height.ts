import { heightInvalid } from "../../actions/errors.js";

/** Reads a height: a whole number of either type, or its digits. Throws `HEIGHT`. */
export function readHeight(given: unknown): number {
  const text = ["number", "bigint", "string"].includes(typeof given) ? String(given) : "";
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw heightInvalid(text === "" ? { type: given === null ? "null" : typeof given } : { height: text });
}
