import type { ArgumentSpec, OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import { askPerson, YES_OPTION } from "../../src/cli/input/consent.js";
import type { Input } from "../../src/cli/input/input.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import type { Outcome } from "../../src/cli/output/outcome.js";
import { tableText } from "../../src/cli/output/table.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { objectToValue, type Value, type ValueMap } from "../../src/codec/value.js";
import type { UnlockedKey } from "../../src/node/keys/keystore.js";
import { layoutOf, type CodeFormat } from "../../src/records/code.js";
import {
  signTransaction,
  unsignedTransaction,
  type SignedTransaction,
} from "../../src/records/transaction.js";
import { assertSound, checkSource } from "./code-check.js";
import { readCodeFile, type CodeSource } from "./code-files.js";
import { planCode, planText, type CodePlan } from "../shared/code/code-plan.js";
import { registrationCost } from "../shared/code/registration-cost.js";
import { KEY_OPTION, openNamedKeys, unlockSigner } from "../key/keys.js";
import { openClient, openRunningClient } from "../shared/node/node.js";
import { showTransactions, type Confirmed } from "../tx/confirmation.js";
import { sendTimely } from "../shared/transaction/timely.js";
import { nowUs } from "../tx/transaction-input.js";
import { waitForTransaction, WAIT_OPTIONS, waitTimeout } from "../shared/transaction/waiting.js";

export const CODE_FILES: ArgumentSpec = {
  name: "file",
  description: "JSON, or a JavaScript or TypeScript module that exports code records; - is stdin",
  isRequired: true,
  isVariadic: true,
};

export const REGISTERING_OPTIONS: readonly OptionSpec[] = [
  { name: "dry-run", description: "check and compare, and send nothing" },
  KEY_OPTION,
  ...PASSWORD_OPTIONS,
  ...WAIT_OPTIONS,
  YES_OPTION,
];

/** A contract that stores code, and the format of its records (PROTOCOL 6.1). */
export interface Registrar {
  readonly contract: "Register" | "Publish";
  readonly format: CodeFormat;
}

interface Registered {
  readonly plan: CodePlan;
  /** The hash of the transaction; undefined when there was nothing to do, or nothing was done. */
  readonly hash: string | undefined;
}

/**
 * Checks, compares, sends, waits and verifies, one file after the other. A code that the chain already has is
 * skipped.
 */
export async function registerFiles(context: Context, input: Input, registrar: Registrar): Promise<Outcome> {
  const sources = await readSources(context, input, registrar);
  assertSound(await Promise.all(sources.map(checkSource)), context);
  const client = await (input.flag("dry-run") ? openClient(context) : openRunningClient(context));
  const plans = await Promise.all(sources.map((source) => planCode(source, client)));
  for (const plan of plans) context.note(planText(plan, context.style));

  const open = plans.filter(({ change }) => change !== "none");
  const sent = new Map<CodePlan, string>();
  if (open.length > 0 && !input.flag("dry-run")) {
    if (context.terminal.prompter !== null && !input.flag(YES_OPTION.name))
      await showTransactions(context, client, await confirmedOf(context, input, { registrar, plans: open }));
    await askPerson(open.length === 1 ? "Send it?" : `Send ${open.length} transactions?`, context, input);
    const key = await unlockSigner(context, input);
    for (const plan of open) {
      const hash = await submit(plan, registrar, key, client);
      await waitForTransaction(context, hash, waitTimeout(input));
      await verify(plan, client);
      sent.set(plan, hash);
    }
  }
  return registeredOutcome(plans.map((plan) => ({ plan, hash: sent.get(plan) })));
}

async function readSources(
  context: Context,
  input: Input,
  { contract, format }: Registrar,
): Promise<readonly CodeSource[]> {
  const sources: CodeSource[] = [];
  for (const file of input.rest("file")) sources.push(...(await readCodeFile(file, context)));
  const other = sources.find(({ record }) => layoutOf(record).format !== format);
  if (other === undefined) return sources;
  throw usageError(
    "CODE_FORMAT",
    `${contract} takes records of the ${format} format; this file has another. `,
    { file: other.file },
    `Use: chainnode code ${contract === "Register" ? "publish" : "register"} ${other.file}`,
  );
}

interface Registering {
  readonly registrar: Registrar;
  readonly plans: readonly CodePlan[];
}

/** Shows the transactions for confirmation before the key is unlocked to sign them. */
async function confirmedOf(
  context: Context,
  input: Input,
  { registrar, plans }: Registering,
): Promise<readonly Confirmed[]> {
  const { address } = await (await openNamedKeys(context)).find(input.option(KEY_OPTION.name));
  return plans.map(({ text }) => {
    const unsigned = unsignedTransaction(registration(text, registrar, address));
    return { transaction: { ...unsigned, address }, weight: registrationCost(text)?.weight ?? 0n };
  });
}

function registration(code: string, { contract }: Registrar, address: string): ValueMap {
  return new Map<string, Value>([
    ["type", contract],
    ["code", code],
    ["timestamp", nowUs()],
    ["from", address],
  ]);
}

async function submit(
  { text }: CodePlan,
  registrar: Registrar,
  { address, privateKey }: UnlockedKey,
  client: Client,
): Promise<string> {
  const sign = (): SignedTransaction => signTransaction(registration(text, registrar, address), privateKey);
  return (await sendTimely(sign, (transaction) => client.sendTransaction(transaction))).hash;
}

/** The transaction is in a block. Only the chain's copy shows whether the code was stored. */
async function verify({ id, method, text }: CodePlan, client: Client): Promise<void> {
  if ((await client.getCode(id, method.kind)) === text) return;
  throw new ChainError("CODE_NOT_FOUND", "The transaction is on the chain, and the code is not. ", {
    details: { name: method.name, id },
    advice: "Another transaction may have registered a newer version: chainnode code get <name>",
  });
}

const COLUMNS = [
  { title: "name" },
  { title: "kind" },
  { title: "version" },
  { title: "change" },
  { title: "id" },
];

function registeredOutcome(all: readonly Registered[]): Outcome {
  return {
    data: all.map(({ plan: { id, change, method }, hash }) =>
      objectToValue({ name: method.name, kind: method.kind, version: method.version, id, change, hash }),
    ),
    text: (view) =>
      tableText(
        view,
        COLUMNS,
        all.map(({ plan: { id, change, method } }) => [method.name, method.kind, method.version, change, id]),
      ),
  };
}
