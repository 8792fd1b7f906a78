import { tableText } from "../../src/cli/output/view.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { amountText } from "../../src/codec/coins.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import * as schema from "../../src/records/operations/json-schema.js";
import { holds } from "./conditions.js";
import { deployDiffers, deployImpossible } from "./errors.js";
import type { PlannedCode } from "./comparing.js";
import type { Plan, PlannedCall } from "./planning.js";

const { HEIGHT, TEXT, orNull } = schema;

/** What every command of a deployment prints with `--json`: the same steps as in its table. */
export const DEPLOYMENT = schema.objectOf({
  network: TEXT,
  height: HEIGHT,
  steps: schema.listOf(
    schema.objectOf({
      change: {
        enum: ["new", "changed", "equal", "drifted", "unknown", "open", "done", "made", "holds", "fails"],
      },
      name: TEXT,
      kind: { enum: ["contract", "request", "call", "check"] },
      version: orNull(TEXT),
      registered: orNull(TEXT),
      id: orNull(schema.HASH),
      file: orNull(TEXT),
      key: orNull(TEXT),
      signer: orNull(schema.ADDRESS),
      fee: orNull(schema.AMOUNT),
      refusal: orNull(schema.objectOf({ code: TEXT, message: TEXT })),
      hash: schema.described(orNull(schema.TIME_HASH), "Of the transaction that this command sent for it."),
    }),
  ),
});

export type PlannedStep = PlannedCode | PlannedCall;

/** The hashes of the transactions that brought steps of a plan about; those of another job are not known. */
export type AppliedSteps = ReadonlyMap<PlannedStep, string>;

export function stepName(step: PlannedStep): string {
  return "method" in step ? step.method.name : step.entry.name;
}

/** What is to be sent. */
export function openSteps({ codes, calls }: Pick<Plan, "codes" | "calls">): readonly PlannedStep[] {
  return [...codes, ...calls].filter(({ change }) => change !== "equal" && change !== "done");
}

/** `DEPLOY_IMPOSSIBLE` with what the network would refuse; null when it would take all. */
export function impossibility(plan: Plan): ChainError | null {
  const refused = openSteps(plan).flatMap((step) => {
    const { refusal } = step;
    return refusal === null ? [] : [[stepName(step), `${refusal.code}: ${refusal.message.trim()}`] as const];
  });
  return refused.length === 0
    ? null
    : deployImpossible({ count: refused.length }, { details: Object.fromEntries(refused) });
}

interface CheckResult {
  readonly name: string;
  readonly isHeld: boolean;
}

export async function makeChecks({ project, client, spaces }: Plan): Promise<readonly CheckResult[]> {
  const results = project.checks.map(async ({ name, condition }) => {
    return { name, isHeld: await holds(client, condition, spaces) };
  });
  return Promise.all(results);
}

/** `DEPLOY_DIFFERS` with the open steps and the checks that fail; null without any. */
export function differenceOf(
  { project: { network } }: Plan,
  open: readonly PlannedStep[],
  checks: readonly CheckResult[],
): ChainError | null {
  const parts = [
    ...open.map((step) => `${stepName(step)} is ${step.change}`),
    ...checks.filter(({ isHeld }) => !isHeld).map(({ name }) => `the check ${name} fails`),
  ];
  return parts.length === 0 ? null : deployDiffers({ reason: `${parts.join(", ")}.`, network });
}

interface Reported {
  /** None when they were not made. */
  readonly checks?: readonly CheckResult[];
  readonly failure?: ChainError | null;
  readonly applied?: AppliedSteps;
}

export function reportOf(plan: Plan, { checks = [], failure = null, applied }: Reported = {}): Outcome {
  const rows: readonly Row[] = [
    ...[...plan.codes, ...plan.calls].map((step) => rowOf(step, applied)),
    ...plan.unknown.map(({ id, method: { name, kind, version } }) => ({
      change: "unknown",
      name,
      kind,
      registered: version,
      id,
    })),
    ...checks.map(({ name, isHeld }) => ({ change: isHeld ? "holds" : "fails", name, kind: "check" })),
  ];
  return {
    data: objectToValue({
      network: plan.project.network,
      height: BigInt(plan.height),
      steps: rows.map((row) => objectToValue({ ...EMPTY_ROW, ...row, refusal: refusalOf(row) })),
    }),
    text: (view) => tableText(view, COLUMNS, rows.map(cellsOf)),
    ...(failure === null ? {} : { failure }),
  };
}

/** A step of any kind, by the names of its members in JSON. */
interface Row {
  readonly change: string;
  readonly name: string;
  readonly kind: string;
  readonly version?: string;
  readonly registered?: string | null;
  readonly id?: string;
  readonly file?: string;
  readonly key?: string | null;
  readonly signer?: string;
  readonly fee?: string | null;
  readonly refusal?: ChainError | null;
  readonly hash?: string | null;
}

/** In the order of the members. */
const EMPTY_ROW = {
  change: "",
  name: "",
  kind: "",
  version: null,
  registered: null,
  id: null,
  file: null,
  key: null,
  signer: null,
  fee: null,
  hash: null,
};

function rowOf(step: PlannedStep, applied: AppliedSteps | undefined): Row {
  const { key, from: signer, refusal } = step;
  const signed = {
    key,
    signer,
    fee: step.fee?.toString() ?? null,
    refusal,
    hash: applied?.get(step) ?? null,
  };
  const name = stepName(step);
  if (!("method" in step)) {
    const isMade = applied !== undefined && step.change === "open";
    return { change: isMade ? "made" : step.change, name, kind: "call", ...signed };
  }
  const { change, id, next: version, version: registered, method, source } = step;
  return { change, name, kind: method.kind, version, registered, id, file: source.file, ...signed };
}

function refusalOf({ refusal = null }: Row): Value {
  return refusal && objectToValue({ code: refusal.code, message: refusal.message.trim() });
}

const COLUMNS = ["change", "name", "kind", "version", "registered", "signer", "fee"].map((title) => ({
  title,
}));

function cellsOf({
  change,
  name,
  kind,
  version,
  registered,
  key,
  signer,
  fee,
  refusal,
}: Row): readonly string[] {
  const cost = refusal?.code ?? (fee === undefined || fee === null ? "-" : amountText(fee));
  return [change, name, kind, version ?? "-", registered ?? "-", key ?? signer ?? "-", cost];
}
