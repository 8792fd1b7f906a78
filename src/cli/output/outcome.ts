import type { ChainError } from "../../codec/chain-error.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { shownText } from "../../codec/shown-text.js";
import { entriesText, fieldsText, type EntryColumn, type Field, type View } from "./view.js";

/** The result of a command: the data that `--json` prints, and its text for people. */
export interface Outcome {
  readonly data: Value;
  /** Ends with a newline, unless it is empty. */
  readonly text: (view: View) => string;
  /** The failure that the result amounts to, as of a failed check. The result is printed first. */
  readonly failure?: ChainError;
}

export function lineOutcome(line: string): Outcome {
  return { data: line, text: () => `${line}\n` };
}

export function countOutcome(count: number | bigint): Outcome {
  return { data: BigInt(count), text: () => `${count}\n` };
}

/** No outcome: the command has printed all that there is. */
export async function* noOutcome(): AsyncGenerator<Outcome, void, undefined> {}

export function messageOutcome(members: Readonly<Record<string, Value>>, message: string): Outcome {
  return {
    data: objectToValue(members),
    text: () =>
      `${message
        .split("\n")
        .map((line) => shownText(line))
        .join("\n")}\n`,
  };
}

export function fieldsOutcome(data: Value, fields: readonly Field[]): Outcome {
  return { data, text: (view) => fieldsText(view, fields) };
}

export function tableOutcome<Entry>(
  entries: readonly Entry[],
  columns: readonly EntryColumn<Entry>[],
  toData: (entry: Entry) => Value,
): Outcome {
  return { data: entries.map(toData), text: (view) => entriesText(view, columns, entries) };
}
