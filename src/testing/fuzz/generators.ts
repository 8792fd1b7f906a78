import type * as FastCheck from "fast-check";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { idHashOf } from "../../codec/hash.js";
import type { Value } from "../../codec/value.js";
import { devAccounts } from "../../data/dev-network.js";
import type { ParameterDefinition } from "../../records/parameter.js";
import type { CodeUse } from "./code-use.js";

/** Generates the parameters of calls from their definitions, edge values first. */

type FC = typeof FastCheck;

export interface NamedAddress {
  readonly name: string;
  readonly address: string;
}

/** The time at which scenes and generated states begin, in µs. */
export const START_US = 1_800_000_000_000_000n;
const HOUR_US = 3_600_000_000n;
const NAMES = ["alice", "bob", "carol"] as const;
const MOST_TEXT = 40;

/** Three accounts of a development chain, and an address that ends in `00` and so has a second spelling. */
export function fuzzAccounts(): readonly NamedAddress[] {
  const accounts = devAccounts();
  const known = NAMES.map((name, index) => ({ name, address: accounts[index]?.address ?? ZERO_ADDRESS }));
  return [...known, { name: "zoe", address: addressEndingInZeros() }];
}

/** The first address of a series that ends in `00`. Its key is not known: a fuzzed call needs no key. */
function addressEndingInZeros(): string {
  for (let count = 0; ; count += 1) {
    const address = idHashOf(`chainnode fuzz ${count}`);
    if (address.endsWith("00")) return address;
  }
}

export interface ParameterRole {
  readonly definition: ParameterDefinition;
  readonly use: Pick<CodeUse, "addressParameters" | "amountParameters" | "storedParameters" | "patterns">;
  readonly addresses: readonly string[];
  /** Values that it often has. */
  readonly values?: readonly Value[] | undefined;
}

/** The values that are tried first, the plainest one at the beginning. Undefined leaves the parameter out. */
export function edgesOf(role: ParameterRole): readonly (Value | undefined)[] {
  return [...(role.values ?? []), ...edgesOfType(role)];
}

function edgesOfType({ definition, use, addresses }: ParameterRole): readonly (Value | undefined)[] {
  const { name, type, requirements, cases, maxlength } = definition;
  const missing = requirements ? [] : [undefined];
  if (cases !== null) return [...cases, ...missing, "another"];
  switch (type) {
    case "int":
      return [0n, 1n, -1n, START_US + HOUR_US, 2n ** 63n - 1n, -(2n ** 63n), ...missing];
    case "bool":
      return [true, false, ...missing];
    case "double":
      return [0.5, -0.5, 1e300, ...missing];
    case "array":
      return [[], ["1"], new Map<string, Value>([["a", "1"]]), ...missing];
    default: {
      const texts = use.addressParameters.has(name)
        ? addressEdges(addresses)
        : use.amountParameters.has(name)
          ? amountEdges(maxlength)
          : ["a", "", "0", "00", "ab", "-1", "ü", ...addressEdges(addresses), ...amountEdges(maxlength)];
      return type === "string" ? [...texts, ...missing] : [...texts, 1n, true, 0.5, [], ["a"], ...missing];
    }
  }
}

function addressEdges(addresses: readonly string[]): readonly string[] {
  return [
    ...addresses,
    ...addresses.filter((address) => address.endsWith("00")).map((address) => address.slice(0, -2)),
    ...addresses.slice(0, 1).flatMap((address) => [address.toUpperCase(), address.slice(0, -2)]),
    ZERO_ADDRESS,
    "00",
    "no address",
    "",
  ];
}

function amountEdges(maxlength: number): readonly string[] {
  const digits = Math.max(1, Math.min(MOST_TEXT, maxlength));
  return [
    "1",
    "0",
    "9".repeat(digits),
    "-1",
    "0.000000000000000000001",
    "0.5",
    "1.0",
    "+1",
    ".1",
    "",
    "one",
    "1e3",
  ];
}

export function valuesOfParameter(fc: FC, role: ParameterRole): FastCheck.Arbitrary<Value | undefined> {
  const edges = fc.constantFrom(...edgesOf(role));
  const { type, maxlength, cases } = role.definition;
  const others: Readonly<Record<string, FastCheck.Arbitrary<Value>>> = {
    int: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    double: fc.double({ noNaN: true, noDefaultInfinity: true }),
    array: fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
    bool: fc.boolean(),
  };
  const text = fc.oneof(
    fc.nat({ max: 1000 }).map(String),
    fc
      .tuple(fc.integer({ min: -9, max: 99 }), fc.nat({ max: 999 }))
      .map(([whole, part]) => `${whole}.${part}`),
    fc.string({ maxLength: Math.max(0, Math.min(MOST_TEXT, maxlength)) }),
  );
  if (cases !== null) return edges;
  const known = role.values ?? [];
  return fc.oneof(
    ...(known.length === 0 ? [] : [{ weight: 8, arbitrary: fc.constantFrom(...known) }]),
    { weight: 3, arbitrary: edges },
    { weight: 1, arbitrary: others[type ?? ""] ?? text },
  );
}

/** The amounts and other values that a cell may hold at the start; null, an empty cell, is the plainest. */
export function cellValues(
  fc: FC,
  isAmount: boolean,
  addresses: readonly string[],
): FastCheck.Arbitrary<Value> {
  const amounts = ["0", "1", "10", "1000", "0.5", RICH];
  return isAmount
    ? fc.constantFrom<Value>(null, ...amounts)
    : fc.oneof(
        { weight: 3, arbitrary: fc.constant<Value>(null) },
        { weight: 1, arbitrary: fc.constantFrom<Value>(...addresses, ...amounts, true, 0n) },
      );
}

/** An amount from which fees can be paid. */
export const RICH = "1000000000000";
