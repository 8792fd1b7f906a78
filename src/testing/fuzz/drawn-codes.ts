import type * as FastCheck from "fast-check";
import { parseDecimal, decimalToText } from "../../codec/decimal.js";
import { valueToText } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import type { ParameterDefinition } from "../../records/parameter.js";
import { wouldMatch } from "../../vm/pattern.js";
import { edgesOf, valuesOfParameter, type ParameterRole } from "./generators.js";
import type { FuzzStep } from "./story.js";
import type { FuzzedCode, FuzzWorld } from "./world.js";

/** What is known of each code before its calls are drawn, and what is learnt of it. */

/** Amounts that are large enough for parts of them, and small enough to be there. */
export const AMOUNTS = ["7", "1000", "1000000"] as const;
const SAMPLES = 64;
/** The characters of the shortest hash. */
const SHORT_HASH = 40;

/** A value that a comparison asked for: as it is, or at a distance from the time of the call. */
export type Wanted = { readonly value: Value } | { readonly afterUs: bigint };

export interface DrawnParameter {
  readonly definition: ParameterDefinition;
  readonly samples: readonly (Value | undefined)[];
  /** Those that match the pattern of the parameter. */
  readonly matching: readonly (Value | undefined)[];
  readonly wanted: Wanted[];
  readonly isAddress: boolean;
  readonly isAmount: boolean;
  /** Whether a cell may hold the hash that it is: a commitment. */
  readonly isCommitment: boolean;
}

export interface DrawnCode {
  readonly parameters: readonly DrawnParameter[];
  /** Senders that a comparison asked for. */
  readonly senders: string[];
  /** Calls that reached something new, with the time at which they were made. */
  readonly calls: { readonly step: FuzzStep; readonly atUs: bigint }[];
}

export function drawnCodes(fc: typeof FastCheck, world: FuzzWorld, seed: number): readonly DrawnCode[] {
  const parameterOf = (role: ParameterRole): DrawnParameter => {
    const { definition, use } = role;
    const isAddress = use.addressParameters.has(definition.name);
    const isAmount = use.amountParameters.has(definition.name);
    const isCommitment =
      use.storedParameters.has(definition.name) &&
      definition.type === "string" &&
      definition.maxlength >= SHORT_HASH &&
      !isAddress &&
      !isAmount;
    return { definition, ...samplesOf(fc, role, seed), wanted: [], isAddress, isAmount, isCommitment };
  };
  return world.contracts.map((code) => ({
    parameters: rolesOf(world, code).map((role) => parameterOf(role)),
    senders: [],
    calls: [],
  }));
}

function samplesOf(
  fc: typeof FastCheck,
  role: ParameterRole,
  seed: number,
): Pick<DrawnParameter, "samples" | "matching"> {
  const samples = fc.sample(valuesOfParameter(fc, role), { numRuns: SAMPLES, seed });
  const pattern = role.use.patterns.get(role.definition.name);
  if (pattern === undefined) return { samples, matching: [] };
  const isMatching = (value: Value | undefined): boolean =>
    typeof value === "string" && wouldMatch(pattern, value);
  return { samples, matching: [...edgesOf(role), ...AMOUNTS, ...samples].filter(isMatching) };
}

export function fitting(value: Value, { definition: { type } }: DrawnParameter): Value {
  const text = valueToText(value);
  if (type === "string") return text;
  return type === "int" && /^-?[0-9]{1,18}$/.test(text) ? BigInt(text) : value;
}

/** A number that is greater by a unit; undefined for what is no number. */
export function beside(value: Value | undefined, by: number): Value | undefined {
  if (typeof value === "bigint") return value + BigInt(by);
  const decimal = typeof value === "string" ? parseDecimal(value) : null;
  return decimal === null
    ? undefined
    : decimalToText({ ...decimal, units: decimal.units + BigInt(by) * 10n ** BigInt(decimal.scale) });
}

export function rolesOf(
  { senders, values }: FuzzWorld,
  { method, use }: FuzzedCode,
): readonly ParameterRole[] {
  const addresses = senders.map(({ address }) => address);
  return (method.parameters ?? []).map((definition) => ({
    definition,
    use,
    addresses,
    values: values[definition.name],
  }));
}

/** Each edge value of each parameter, by every sender. They are tried first, each as the only call. */
export function exampleSteps(world: FuzzWorld): readonly FuzzStep[] {
  return world.contracts.flatMap((code, contract) => {
    const roles = rolesOf(world, code).map((role) => edgesOf(role));
    const plain = roles.map(([first]) => first);
    return world.senders.flatMap(({ address: from }) =>
      roles.flatMap((edges, index) =>
        edges.map((edge): FuzzStep => ({ contract, from, afterUs: 1n, parameters: plain.with(index, edge) })),
      ),
    );
  });
}
