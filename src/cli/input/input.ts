import { isWholeNumber } from "../../codec/text.js";
import * as errors from "../errors.js";

/** The value of an option: its text, `true` for a flag, all values for a repeatable option. */
export type OptionValue = string | true | readonly string[];

export class Input {
  readonly #arguments: ReadonlyMap<string, readonly string[]>;
  readonly #options: ReadonlyMap<string, OptionValue>;

  constructor(args: ReadonlyMap<string, readonly string[]>, options: ReadonlyMap<string, OptionValue>) {
    this.#arguments = args;
    this.#options = options;
  }

  withWords(name: string, words: readonly string[]): Input {
    return new Input(new Map(this.#arguments).set(name, [...this.rest(name), ...words]), this.#options);
  }

  /** A required argument. Throws `MISSING_ARGUMENT`. */
  argument(name: string): string {
    const value = this.optionalArgument(name);
    if (value === undefined) throw errors.missingWord({ name });
    return value;
  }

  optionalArgument(name: string): string | undefined {
    return this.#arguments.get(name)?.[0];
  }

  rest(name: string): readonly string[] {
    return this.#arguments.get(name) ?? [];
  }

  flag(name: string): boolean {
    return this.#options.get(name) === true;
  }

  option(name: string): string | undefined {
    const value = this.#options.get(name);
    return typeof value === "string" ? value : undefined;
  }

  options(name: string): readonly string[] {
    const value = this.#options.get(name);
    return typeof value === "object" ? value : [];
  }

  /** An option that is a whole number within inclusive bounds. Throws `OPTION_VALUE`. */
  integer(name: string, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.option(name);
    if (text === undefined) return undefined;
    const value = isWholeNumber(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw errors.optionValue({ name, least, most, value: text });
  }
}
