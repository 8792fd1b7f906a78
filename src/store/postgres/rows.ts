import { columnAndValue } from "../selected-rows.js";
import type { BlockTarget } from "../store.js";

/**
 * Many rows in a few parameters: one text for each column, with a line for each row. The texts contain no line breaks: they
 * are hashes, hexadecimal digits, and canonical JSON, which escapes line breaks.
 */
export function column(values: readonly (string | number | null)[]): string {
  return values.map((value) => value ?? "").join("\n");
}

/** The SQL of a column in a parameter, as an array. An empty line is NULL. */
export function asArray(parameter: number, type: "text" | "bigint" | "smallint"): string {
  return `string_to_array($${parameter}, E'\\n', '')::${type}[]`;
}

/** Converts hexadecimal digits to a parameter for bytes; null for other texts, which no row has. */
export function hexParameter(text: string): string | null {
  return /^(?:[0-9a-f]{2})*$/i.test(text) ? text : null;
}

/** The column that a target names and the value to look for in it. */
export function columnAndParameter(target: BlockTarget): readonly [string, number | string | null] {
  const [column, value] = columnAndValue(target);
  return [column, typeof value === "string" ? hexParameter(value) : value];
}
