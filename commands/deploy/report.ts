import { tableText } from "../../src/cli/output/view.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { amountText } from "../../src/codec/coins.js";
import { shownText } from "../../src/codec/shown-text.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import {
  ADDRESS,
  AMOUNT,
  described,
  HASH,
  HEIGHT,
  listOf,
  objectOf,
  orNull,
  TEXT,
  TIME_HASH,
} from "../../src/records/operations/json-schema.js";
import { holds } from "./conditions.js";
import { deployDiffers, deployImpossible } from "./errors.js";
import type { PlannedCode, PlannedSigner } from "./comparing.js";
import type { Plan, PlannedCall } from "./planning.js";

const REFUSAL = orNull(objectOf({ code: TEXT, message: TEXT }));
const SIGNED = {
  key: orNull(TEXT),
  signer: ADDRESS,
  fee: orNull(AMOUNT),
  refusal: REFUSAL,
  hash: described(orNull(TIME_HASH), "Of the transaction that this command sent for it."),
};

/** What every command of a deployment prints with `--json`. */
export const DEPLOYMENT = objectOf({
  network: TEXT,
  height: HEIGHT,
  codes: listOf(
    objectOf({
      name: TEXT,
      kind: { enum: ["contract", "request"] },
      change: { enum: ["new", "changed", "equal", "drifted"] },
      version: TEXT,
      registered: orNull(TEXT),
      id: HASH,
      file: TEXT,
      ...SIGNED,
    }),
  ),
  calls: listOf(
    objectOf({ name: TEXT, contract: TEXT, change: { enum: ["open", "done", "made"] }, ...SIGNED }),
  ),
  unknown: listOf(objectOf({ name: TEXT, kind: TEXT, version: TEXT, space: TEXT, id: HASH })),
  checks: listOf(objectOf({ name: TEXT, holds: { type: "boolean" } })),
});

interface CheckResult {
  readonly name: string;
  readonly holds: boolean;
}

export interface Reported {
  /** Of the checks; none when they were not made. */
  readonly checks?: readonly CheckResult[];
  readonly failure?: ChainError | null;
  /** The hashes of what was sent. */
  readonly applied?: AppliedSteps;
}

export async function makeChecks({ project, client, spaces }: Plan): Promise<readonly CheckResult[]> {
  return Promise.all(
    project.checks.map(async ({ name, condition }) => ({
      name,
      holds: await holds(client, condition, spaces),
    })),
  );
}

/** The hashes of the transactions that brought steps of a plan about; those of another job are not known. */
export type AppliedSteps = ReadonlyMap<PlannedCode | PlannedCall, string>;

const isOpenCode = ({ change }: PlannedCode): boolean => change !== "equal";
const isOpenCall = ({ change }: PlannedCall): boolean => change === "open";

export function openSteps({ codes, calls }: Plan): {
  readonly codes: readonly PlannedCode[];
  readonly calls: readonly PlannedCall[];
} {
  return { codes: codes.filter(isOpenCode), calls: calls.filter(isOpenCall) };
}

/** `DEPLOY_IMPOSSIBLE` with what the network would refuse; null when it would take all. */
export function impossibility({ codes, calls }: Plan): ChainError | null {
  const refused = [
    ...codes.map(({ method, refusal }) => [method.name, refusal] as const),
    ...calls.map(({ entry, refusal }) => [entry.name, refusal] as const),
  ].flatMap(([name, refusal]) => (refusal === null ? [] : [[name, refusal] as const]));
  const [first] = refused;
  if (first === undefined) return null;
  const [name, { code, message }] = first;
  const reason = refused.length === 1 ? `${name}: ${message.trim()}` : `${refused.length} steps are refused.`;
  const details = refused.map(
    ([each, refusal]) => [each, `${refusal.code}: ${refusal.message.trim()}`] as const,
  );
  return deployImpossible(
    { reason },
    {
      cause: first[1],
      details: refused.length === 1 ? { ...first[1].details, code } : Object.fromEntries(details),
    },
  );
}

/** What a network lacks, or has otherwise, in words; null when it is as the project says. */
export function differenceOf(plan: Plan, checks: readonly CheckResult[]): ChainError | null {
  const open = openSteps(plan);
  return differing(plan, [
    ...open.codes.map(({ method, change }) => `${method.name} is ${change}`),
    ...open.calls.map(({ entry }) => `the call ${entry.name} is open`),
    ...failuresOf(checks),
  ]);
}

export function checkFailure(plan: Plan, checks: readonly CheckResult[]): ChainError | null {
  return differing(plan, failuresOf(checks));
}

function failuresOf(checks: readonly CheckResult[]): readonly string[] {
  return checks.filter((check) => !check.holds).map(({ name }) => `the check ${name} fails`);
}

function differing({ project: { network } }: Plan, parts: readonly string[]): ChainError | null {
  return parts.length === 0 ? null : deployDiffers({ reason: `${parts.join(", ")}.`, network });
}

export function reportOf(plan: Plan, { checks = [], failure = null, applied }: Reported = {}): Outcome {
  const changeOf = ({ change }: PlannedCall): string =>
    change === "open" && applied !== undefined ? "made" : change;
  const data = objectToValue({
    network: plan.project.network,
    height: BigInt(plan.height),
    codes: plan.codes.map((code) =>
      objectToValue({
        name: code.method.name,
        kind: code.method.kind,
        change: code.change,
        version: code.next,
        registered: code.version,
        id: code.id,
        file: code.source.file,
        ...signedMembers(code),
        hash: applied?.get(code) ?? null,
      }),
    ),
    calls: plan.calls.map((call) =>
      objectToValue({
        name: call.entry.name,
        contract: call.entry.contract,
        change: changeOf(call),
        ...signedMembers(call),
        hash: applied?.get(call) ?? null,
      }),
    ),
    unknown: plan.unknown.map(({ method, id }) =>
      objectToValue({
        name: method.name,
        kind: method.kind,
        version: method.version,
        space: method.space,
        id,
      }),
    ),
    checks: checks.map(({ name, holds: isHeld }) => objectToValue({ name, holds: isHeld })),
  });
  const rows = [
    ...plan.codes.map((code) => [
      code.change,
      code.method.name,
      code.method.kind,
      code.next,
      code.version ?? "-",
      ...signedCells(code),
    ]),
    ...plan.calls.map((call) => [changeOf(call), call.entry.name, "call", "-", "-", ...signedCells(call)]),
    ...plan.unknown.map(({ method }) => ["unknown", method.name, method.kind, "-", method.version, "-", "-"]),
    ...checks.map(({ name, holds: isHeld }) => [
      isHeld ? "holds" : "fails",
      name,
      "check",
      "-",
      "-",
      "-",
      "-",
    ]),
  ];
  return { data, text: (view) => tableText(view, TITLES, rows), ...(failure === null ? {} : { failure }) };
}

const TITLES = ["change", "name", "kind", "version", "registered", "signer", "fee"].map((title) => ({
  title,
}));

function signedCells({ key, from, fee, refusal }: Signed): readonly string[] {
  const cost = refusal === null ? (fee === null ? "-" : amountText(fee.toString())) : refusal.code;
  return [key ?? from, cost];
}

type Signed = PlannedSigner & Pick<PlannedCall, "fee" | "refusal">;

function signedMembers({ key, from, fee, refusal }: Signed): Readonly<Record<string, Value>> {
  return {
    key,
    signer: from,
    fee: fee?.toString() ?? null,
    refusal: refusal && objectToValue({ code: refusal.code, message: shownText(refusal.message.trim()) }),
  };
}
