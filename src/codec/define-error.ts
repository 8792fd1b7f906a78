import { ChainError, type ErrorKind } from "./chain-error.js";

/** A definition of the catalogue of errors. Each room keeps its own in its `errors.ts`. */
export interface ErrorDefinition<
  Text extends string = string,
  Advice extends string = string,
  Detail extends string = string,
> {
  /** What happened. `{name}` stands for a parameter. Where the protocol fixes the text, it is exactly that text. */
  readonly text: Text;
  /** What to do about it. `{name}` stands for a parameter. */
  readonly advice?: Advice;
  /** The parameters that are shown beside the text. A name that ends in `?` may be left out. */
  readonly details?: readonly Detail[];
  /** When the error occurs, for the documentation. Required where a parameter is the whole text. */
  readonly about?: string;
}

export interface Occurrence {
  readonly cause?: unknown;
  /** The known name that is nearest to an unknown one. Comes before the advice. */
  readonly nearest?: string | undefined;
  /** Details whose names are only known when the error occurs. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The names in a template. Braces around anything but a name stand for themselves. */
type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${" " | '"' | ":"}${string}` ? never : Name) | NamesIn<Rest>
  : never;
type Optional<Detail extends string> = Detail extends `${infer Name}?` ? Name : never;
type Required<Text extends string, Advice extends string, Detail extends string> =
  Exclude<NamesIn<Text> | NamesIn<Advice>, Optional<Detail>> | Exclude<Detail, `${string}?`>;

type Parameter = string | number;
type Parameters<Needed extends string, Left extends string> = Readonly<Record<Needed, Parameter>> &
  Readonly<Partial<Record<Left, Parameter | undefined>>>;

/** Creates the error. It has no parameters to give when its definition names none that is required. */
type Raise<Needed extends string, Left extends string> = [Needed] extends [never]
  ? (parameters?: Parameters<Needed, Left>, occurrence?: Occurrence) => ChainError
  : (parameters: Parameters<Needed, Left>, occurrence?: Occurrence) => ChainError;

/** An error of the catalogue: the function that creates it, and what documents it. */
export type DefinedError<Needed extends string = string, Left extends string = string> = Raise<
  Needed,
  Left
> & { readonly code: string; readonly kind: ErrorKind; readonly definition: ErrorDefinition };

const NAME = /\{(\w+)\}/g;

/** Defines an error. `code` is stable. The templates and details type the parameters of the result. */
export function defineError<
  const Text extends string,
  const Advice extends string = never,
  const Detail extends string = never,
>(
  code: string,
  kind: ErrorKind,
  definition: ErrorDefinition<Text, Advice, Detail>,
): DefinedError<Required<Text, Advice, Detail>, Optional<Detail>> {
  const { text, advice, details: names = [] } = definition;
  const raise = (
    parameters: Readonly<Record<string, Parameter | undefined>> = {},
    { cause, nearest, details: further }: Occurrence = {},
  ): ChainError => {
    const details: Record<string, Parameter> = {};
    for (const detail of names) {
      const name = detail.replace(/\?$/, "");
      const value = parameters[name];
      if (value !== undefined) details[name] = value;
    }
    const meant = nearest === undefined ? [] : [`Did you mean ${nearest}?`];
    const sentences = advice === undefined ? meant : [...meant, fill(advice, parameters)];
    return new ChainError(code, fill(text, parameters), {
      kind,
      advice: sentences.length === 0 ? undefined : sentences.join(" "),
      details: { ...details, ...further },
      cause,
    });
  };
  return Object.assign(raise, { code, kind, definition });
}

function fill(template: string, parameters: Readonly<Record<string, Parameter | undefined>>): string {
  return template.replace(NAME, (_, name: string) => String(parameters[name]));
}

/** Gives another node's error this program's own kind and advice for its code. */
export function explainForeign(
  error: ChainError,
  known: Pick<DefinedError, "kind" | "definition"> | undefined,
): ChainError {
  if (!error.isForeign || known === undefined) return error;
  const { code, message, details } = error;
  const { advice = "" } = known.definition;
  const isKnown = Array.from(advice.matchAll(NAME)).every(([, name = ""]) => name in details);
  const filled = isKnown && advice !== "" ? fill(advice, details) : undefined;
  return new ChainError(code, message, {
    kind: known.kind,
    details,
    advice: error.advice ?? filled,
    cause: error,
  });
}
