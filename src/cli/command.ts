import type { JsonSchema } from "../records/operations/json-schema.js";
import type { Context } from "./context.js";
import type { Section } from "./help/document.js";
import type { Input } from "./input/input.js";
import type { Outcome } from "./output/outcome.js";
import type { Prompter } from "./terminal/prompter.js";

/**
 * One command, as data and one function. Its words on the command line are its path under commands/; help, man
 * pages, documentation and completion are all printed from this.
 */
export interface Command {
  /** One sentence without its full stop, for lists. */
  readonly summary: string;
  /** Paragraphs; the summary is not repeated. */
  readonly description?: readonly string[];
  /** Sections of its page that stand behind the options. */
  readonly sections?: readonly Section[];
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  readonly examples: readonly Example[];
  /** Offers the settings of a node as flags too. */
  readonly hasNodeSettings?: boolean;
  /** The shape of what `--json` prints; of each document when there are several. */
  readonly result: JsonSchema;
  /** One outcome, or one after the other as they come: then `--json` prints one document a line. */
  readonly run: (context: Context, input: Input) => Promise<Outcome | AsyncIterable<Outcome>>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly description: string;
  /** Asked for at a terminal when it is missing, a usage error elsewhere. */
  readonly isRequired?: boolean;
  readonly isVariadic?: boolean;
  readonly complete?: Completer;
  /** How it is asked for, when it is more than a text; it may add words to those given. */
  readonly ask?: Asker;
}

export interface OptionSpec {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in help; an option without one is a flag. */
  readonly placeholder?: string;
  /** One sentence without its full stop. */
  readonly description: string;
  readonly choices?: readonly string[];
  readonly isRepeatable?: boolean;
  readonly complete?: Completer;
}

/**
 * Words that may stand in a place, given what stands before it. It may ask a node or read files; whatever goes wrong,
 * nothing is offered. A word that ends with `=` is completed without a space.
 */
export type Completer = (context: Context, before: Input) => Promise<readonly string[]>;

export interface Example {
  /** As it is typed, without the prompt. */
  readonly line: string;
  readonly explanation?: string;
}

export interface CommandTree {
  /** All commands by path (`"key new"`), each loaded when it is needed. */
  readonly commands: ReadonlyMap<string, () => Promise<{ readonly command: Command }>>;
  /** What the commands under one word are about, by that word: one sentence without its full stop. */
  readonly groups: ReadonlyMap<string, string>;
  /** The first words of all commands by what people do with them, in the order in which help shows them. */
  readonly chapters: ReadonlyMap<string, readonly string[]>;
}

/** Asks a person for an argument, given the input so far; answers the words that are missing, none when none are. */
export type Asker = (context: Context, input: Input, prompter: Prompter) => Promise<readonly string[]>;
