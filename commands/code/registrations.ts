import { type Command, positional, option, type Context, type OptionSpec } from "../../src/cli/command.js";
import { askPerson, YES_OPTION } from "../../src/cli/input/ask.js";
import type { Input } from "../../src/cli/input/input.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { tableOutcome, type Outcome } from "../../src/cli/output/outcome.js";
import type { EntryColumn } from "../../src/cli/output/view.js";
import { shownText } from "../../src/codec/shown-text.js";
import { objectToValue, memberOf, type Value } from "../../src/codec/value.js";
import { listOf, TEXT, TIME_HASH } from "../../src/records/operations/json-schema.js";
import { layoutOf, type CodeFormat } from "../../src/records/code-layout.js";
import { CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { unsignedTransaction } from "../../src/records/transaction.js";
import { openChain } from "../../src/actions/open-chain.js";
import { completeSource, readCodeFile, type CodeSource } from "./code-files.js";
import { assertSound, checkSource } from "./code-check.js";
import { Rehearsal } from "./rehearsal.js";
import { registrationCost } from "./registration-cost.js";
import { KEY_OPTION, openKey } from "../keys.js";
import { previewTransactions, type Confirmed } from "../tx/confirmation.js";
import { isNewer, registerCode, registration, type Registrar } from "../../src/actions/register-code.js";
import { nowUs, type Sign } from "../../src/actions/send-in-time.js";
import { sendAndWait, sendTo } from "../tx/sending.js";
import { TIMEOUT_OPTIONS } from "../options.js";
import * as errors from "./errors.js";
import { diffText } from "../../src/cli/output/diff.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import type { Style } from "../../src/cli/terminal/colour.js";
import type { Client } from "../../src/client/index.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { valueToText } from "../../src/codec/text.js";
import { codeIdOf, parseCode, type Method } from "../../src/records/code.js";
import { codeRecord } from "../../src/records/stored-code.js";

interface CodePlan extends CodeSource {
  readonly method: Method;
  readonly id: string;
  readonly registered: string | null;
  readonly change: "new" | "update" | "none";
}

/** Compares a record with the chain. Throws `CODE_VERSION` for a version that is not greater (PROTOCOL 6.13). */
async function planCode(source: CodeSource, client: Client): Promise<CodePlan> {
  const method = parseCode(source.text);
  const id = codeIdOf(method);
  const registered = await client.getCode(id, method.kind);
  if (registered === null) return { ...source, method, id, registered, change: "new" };
  const record = codeRecord({ text: registered });
  if (canonicalJson(record) === source.text) return { ...source, method, id, registered, change: "none" };
  // The chain compares the version even if the registered text is otherwise broken.
  const version = valueToText(memberOf(record, layoutOf(source.record).version) ?? null);
  if (!isNewer(method.version, version))
    throw errors.codeVersion({
      name: method.name,
      file: source.file,
      version: method.version,
      registered: version,
    });
  return { ...source, method, id, registered, change: "update" };
}

function planText({ method, registered, record, change }: CodePlan, style: Style): string {
  const title = shownText(`${method.kind} ${method.name} ${method.version}`);
  if (change === "none") return `${title}: on the chain already, nothing to do`;
  if (registered === null) return `${title}: new`;
  const indent = "  ";
  const before = valueToJson(codeRecord({ text: registered }), indent);
  return `${title}: changes\n${diffText(before, valueToJson(record, indent), style).trimEnd()}`;
}

const CODE_FILES = positional(
  "<file...>",
  "JSON file, or JavaScript or TypeScript module that exports code records; - is stdin",
);

const REGISTERING_OPTIONS: readonly OptionSpec[] = [
  option(
    "--dry-run",
    "compare the code with the chain and execute the registration by the key on its state, but send nothing",
  ),
  KEY_OPTION,
  ...PASSWORD_OPTIONS,
  ...TIMEOUT_OPTIONS,
  YES_OPTION,
];

/** A contract that stores code, and the format of its records (PROTOCOL 6.1). */
interface Registering {
  readonly registrar: Registrar;
  readonly format: CodeFormat;
}

interface Registered {
  readonly plan: CodePlan;
  readonly hash: string | undefined;
}

async function registerFiles(context: Context, input: Input, registering: Registering): Promise<Outcome> {
  const { registrar } = registering;
  const sources = await completed(context, input, await readSources(context, input, registering));
  const ruleSet = await context.workspace.ruleSet();
  assertSound(await Promise.all(sources.map((source) => checkSource(source, { ruleSet }))), context);
  const client = await (input.flag("dry-run")
    ? context.workspace.client()
    : context.workspace.runningClient());
  const plans = await Promise.all(sources.map((source) => planCode(source, client)));
  for (const plan of plans) context.note(planText(plan, context.style));

  const open = plans.filter(({ change }) => change !== "none");
  const sent = new Map<CodePlan, string>();
  if (open.length > 0 && input.flag("dry-run")) {
    const { address: from } = await (await context.workspace.keys()).find(input.option(KEY_OPTION.name));
    const rehearsal = new Rehearsal(await openChain(context.workspace));
    for (const { file, text } of open) {
      const { refusal } = await rehearsal.tryRegistration({ registrar, text, from });
      if (refusal !== null) throw refusal.with({ details: { file, signer: from } });
    }
  } else if (open.length > 0) {
    if (context.terminal.prompter !== null && !input.flag(YES_OPTION.name))
      await previewTransactions(
        context,
        client,
        await confirmedOf(context, input, { registrar, plans: open }),
      );
    await askPerson(open.length === 1 ? "Send it?" : `Send ${open.length} transactions?`, context, input);
    const network = await client.networkMembers();
    const key = await openKey(context, input);
    for (const plan of open) {
      const sign: Sign = (use) => {
        const members = { from: key.address, timestampUs: nowUs(), network };
        const transaction = registration(registrar, plan.text, members);
        return use === "show" ? unsignedTransaction(transaction) : key.sign(transaction);
      };
      const hash = await registerCode(plan.text, {
        client,
        commit: async () =>
          (await sendAndWait(context, input, { sign, send: (it) => sendTo(client, input, it) })).hash,
        lookUp: (name) => `chainnode code get ${name}`,
      });
      sent.set(plan, hash);
    }
  }
  const registered = plans.map((plan) => ({ plan, hash: sent.get(plan) }));
  return tableOutcome(registered, COLUMNS, registeredToValue);
}

async function readSources(
  context: Context,
  input: Input,
  { registrar, format }: Registering,
): Promise<readonly CodeSource[]> {
  const sources: CodeSource[] = [];
  for (const file of input.rest("file")) sources.push(...(await readCodeFile(file, context)));
  const other = sources.find(({ record }) => layoutOf(record).format !== format);
  if (other === undefined) return sources;
  const verb = registrar === CONTRACTS.REGISTER.type ? "publish" : "register";
  throw errors.codeFormat({ registrar, format, file: other.file, verb });
}

/** The codes with the signer's address as the writer, and the network's own space, where their records leave them open. */
async function completed(
  context: Context,
  input: Input,
  sources: readonly CodeSource[],
): Promise<readonly CodeSource[]> {
  const isOpen = (member: "writer" | "space"): boolean =>
    sources.some(({ record }) => record.get(layoutOf(record)[member]) === null);
  if (!isOpen("writer") && !isOpen("space")) return sources;
  const { workspace } = context;
  const { address: writer } = await (await workspace.keys()).find(input.option(KEY_OPTION.name));
  const space = isOpen("space") ? (await openChain(workspace)).network.rootSpace : "";
  return sources.map((source) => completeSource(source, { writer, space }));
}

async function confirmedOf(
  context: Context,
  input: Input,
  { registrar, plans }: { readonly registrar: Registrar; readonly plans: readonly CodePlan[] },
): Promise<readonly Confirmed[]> {
  const { address: from } = await (await context.workspace.keys()).find(input.option(KEY_OPTION.name));
  const network = await context.workspace.networkMembers();
  return plans.map(({ text }) => {
    const unsigned = unsignedTransaction(
      registration(registrar, text, { from, timestampUs: nowUs(), network }),
    );
    return { transaction: { ...unsigned, address: from }, weight: registrationCost(text)?.weight ?? 0n };
  });
}

const COLUMNS: readonly EntryColumn<Registered>[] = [
  { title: "name", cell: ({ plan }) => plan.method.name },
  { title: "kind", cell: ({ plan }) => plan.method.kind },
  { title: "version", cell: ({ plan }) => plan.method.version },
  { title: "change", cell: ({ plan }) => plan.change },
  { title: "id", cell: ({ plan }) => plan.id },
];

function registeredToValue({ plan: { id, change, method }, hash }: Registered): Value {
  return objectToValue({ name: method.name, kind: method.kind, version: method.version, id, change, hash });
}

const REGISTERED = listOf({
  type: "object",
  properties: {
    name: TEXT,
    kind: TEXT,
    version: TEXT,
    id: TEXT,
    change: { enum: ["new", "update", "none"] },
    hash: TIME_HASH,
  },
  required: ["name", "kind", "version", "id", "change"],
});

export const registrationCommands = {
  publish: {
    summary: "publish code in the method format",
    description: [
      "The writer of the code is the address that signs. Each code is checked, compared with the chain, sent, and verified once a block holds it. Code that is unchanged on the chain is skipped.",
    ],
    arguments: [CODE_FILES],
    options: REGISTERING_OPTIONS,
    examples: [
      "chainnode code publish stock.mjs",
      "# from a script",
      "chainnode code publish stock.json --yes --password-file alice.txt",
    ],
    result: REGISTERED,
    run: (context, input) => registerFiles(context, input, { registrar: "Publish", format: "method" }),
  },
  register: {
    summary: "register code in the classic format, as a network manager",
    description: [
      "Each code is checked, compared with the chain, sent, and verified once a block holds it. Code that is unchanged on the chain is skipped, so a script can run the command repeatedly.",
    ],
    arguments: [CODE_FILES],
    options: REGISTERING_OPTIONS,
    examples: [
      "chainnode code register stock.json --key manager",
      "# show what would change",
      "chainnode code register contracts/*.json --dry-run",
    ],
    result: REGISTERED,
    run: (context, input) =>
      registerFiles(context, input, { registrar: CONTRACTS.REGISTER.type, format: "classic" }),
  },
} satisfies Readonly<Record<string, Command>>;
