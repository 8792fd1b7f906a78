import type { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { entriesText, fieldsText, type EntryColumn, type Field, type View } from "./view.js";

/** The result of a command: the data that `--json` prints, and its text for people. */
export interface Outcome {
  readonly data: Value;
  /** Ends with a newline, unless it is empty. */
  readonly text: (view: View) => string;
  /** The failure that the result amounts to, as of a failed check. The result is printed first. */
  readonly failure?: ChainError;
}

/** The outcome that is one line of text, such as a hash. */
export function lineOutcome(line: string): Outcome {
  return { data: line, text: () => `${line}\n` };
}

/** The outcome that is one number, such as a count. */
export function countOutcome(count: number | bigint): Outcome {
  return { data: BigInt(count), text: () => `${count}\n` };
}

/** The outcome that is a sentence for people, and named values for programs. */
export function messageOutcome(members: Readonly<Record<string, Value>>, message: string): Outcome {
  return { data: objectToValue(members), text: () => `${message}\n` };
}

/** The outcome whose text is labels and values. */
export function fieldsOutcome(data: Value, fields: readonly Field[]): Outcome {
  return { data, text: (view) => fieldsText(view, fields) };
}

/** The outcome that is a list of entries, which is a table for people. */
export function tableOutcome<Entry>(
  entries: readonly Entry[],
  columns: readonly EntryColumn<Entry>[],
  toData: (entry: Entry) => Value,
): Outcome {
  return { data: entries.map(toData), text: (view) => entriesText(view, columns, entries) };
}
