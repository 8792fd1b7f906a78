import type { OperatorExample, OperatorParameter, OperatorSpec } from "./operator.js";

interface OperatorDescription {
  /** `$precise_div` */
  readonly title: string;
  /** A fragment without its full stop. */
  readonly summary: string;
  readonly sentence: string;
  readonly signature: string;
  /** Headed sentences: what other types do, the cost, where it is known. */
  readonly notes: readonly { readonly heading: string; readonly sentences: readonly string[] }[];
  /** Lines of a session. */
  readonly examples: readonly string[];
}

export function describeOperator(name: string, spec: OperatorSpec): OperatorDescription {
  const { summary, otherwise, cost, traps = [], only, examples } = spec;
  const costs = cost === null ? "It adds nothing to the work." : `It adds to the work: ${cost}.`;
  const notes = [
    ...(only === undefined ? [] : [{ heading: "Where", sentences: [`Only ${only}s know it.`] }]),
    { heading: "Other types", sentences: [otherwise] },
    { heading: "Trap", sentences: traps },
    { heading: "Cost", sentences: [costs] },
  ];
  return {
    title: `$${name}`,
    summary,
    sentence: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    signature: signatureOf(name, spec),
    notes: notes.filter(({ sentences }) => sentences.length > 0),
    examples: examples.flatMap((example) => exampleToLines(example, only === "request")),
  };
}

/** `$precise_div: [left: number, right: number, scale: integer = 0] → decimal` */
export function signatureOf(name: string, { parameters, rest, result }: OperatorSpec): string {
  const list = parameters.map(parameterToText);
  if (rest !== undefined) list.push(`…${rest.name}: ${rest.type}`);
  return `$${name}: [${list.join(", ")}] → ${result}`;
}

function parameterToText({ name, type, default: otherwise }: OperatorParameter): string {
  return `${name}: ${type}${otherwise === undefined ? "" : ` = ${otherwise}`}`;
}

function exampleToLines(
  { expression, parameters = [], universal, local, prints }: OperatorExample,
  isRequest: boolean,
): readonly string[] {
  const words = [
    `$ chainnode code eval '${expression}'`,
    ...parameters.map((parameter) => `--param '${parameter}'`),
    ...(universal === undefined ? [] : [`--universal '${universal}'`]),
    ...(local === undefined ? [] : [`--local '${local}'`]),
    ...(isRequest ? ["--request"] : []),
  ];
  return [words.join(" "), "value" in prints ? prints.value : `error: ${prints.error}`];
}
