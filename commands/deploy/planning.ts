import { isCommandKey } from "../../src/data/keys/command-key.js";
import { openChain } from "../../src/actions/open-chain.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import type { Context } from "../../src/cli/command.js";
import type { Client } from "../../src/client/index.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { shownText } from "../../src/codec/shown-text.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { valueToText } from "../../src/codec/text.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { cidOf, codeIdOf, parseCode, type CodeSpace } from "../../src/records/code.js";
import { layoutOf } from "../../src/records/code-layout.js";
import type { RuleSet } from "../../src/records/rules.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import type { ReadableCode, StoredCode } from "../../src/records/stored-code.js";
import { codeCheck } from "../../src/repl/errors.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import { checkSource, findingLines, hasErrors } from "../code/code-check.js";
import { completeSource, readCodeFile, type CodeSource } from "../code/code-files.js";
import { Rehearsal } from "../code/rehearsal.js";
import { withNodeAt } from "../workspace.js";
import { compareCode, type PlannedCode, type PlannedSigner, type PlannedText } from "./comparing.js";
import { holds, type EntrySpaces } from "./conditions.js";
import * as errors from "./errors.js";
import { readProject, type CallEntry, type CodeEntry, type Project } from "./project-file.js";

export interface PlannedCall extends PlannedSigner {
  readonly entry: CallEntry;
  readonly change: "done" | "open";
  readonly fee: bigint | null;
  readonly refusal: ChainError | null;
}

/** What a network needs to be as a project says, in the order in which it is sent. */
export interface Plan {
  readonly project: Project;
  /** With the node of the network. */
  readonly context: Context;
  readonly client: Client;
  readonly codes: readonly PlannedCode[];
  readonly calls: readonly PlannedCall[];
  /** Codes in the spaces of the project that it does not have. */
  readonly unknown: readonly ReadableCode[];
  readonly spaces: EntrySpaces;
  /** Of the main block after which the chain was read. */
  readonly height: number;
}

interface PlanOptions {
  readonly file: string;
  readonly network: string;
  /** Whether a code that differs gets a version above the registered one, when its own is not. */
  readonly isNextVersion: boolean;
  /** The codes are to be again as after this main block; those that were not there are left out. */
  readonly asAt?: number;
}

/** Compares a network with a project. Throws what is wrong with the file of the project or with a file of codes. */
export async function makePlan(outer: Context, options: PlanOptions): Promise<Plan> {
  const keys = await outer.workspace.keys();
  const addressOf = async (key?: string): Promise<string> =>
    isCommandKey(key) ? (await keys.find(key)).address : keys.resolve(key);
  const project = await readProject(options.file, options.network, addressOf);
  const { file, rules } = project;
  const context = withNodeAt(outer, project.url);
  const client = await context.workspace.runningClient();
  const ruleSet = await context.workspace.ruleSet();
  if (rules !== null && rules !== BigInt(ruleSet.number))
    throw errors.deployRules({ actual: ruleSet.number, rules: String(rules), url: client.url, file });
  const chain = await openChain(context.workspace);
  const signers = new Map<string | null, string>();
  for (const { key } of [...project.codes, ...project.calls])
    if (!signers.has(key)) signers.set(key, await addressOf(key ?? undefined));
  const fromOf = ({ key }: Pick<PlannedSigner, "key">): string => signers.get(key) ?? "";

  const texts: PlannedText[] = [];
  for (const entry of project.codes)
    for (const source of await readCodeFile(entry.file, context))
      texts.push(readText(source, entry, { from: fromOf(entry), rootSpace: chain.network.rootSpace }));
  assertDistinct(texts);
  const registered = codesByPlace(chain);
  const earlier = options.asAt === undefined ? null : codesByPlace(await chain.at(options.asAt));
  const rehearsal = new Rehearsal(chain);
  const codes: PlannedCode[] = [];
  for (const code of texts) {
    const place = placeOf(code);
    const text = earlier === null ? code.source.text : earlier.get(place)?.text;
    if (text === undefined) {
      const { name } = code.method;
      context.note(shownText(`${name} was not there after main block ${options.asAt}, and stays.`));
      continue;
    }
    const { isNextVersion } = options;
    const compared = compareCode(code, {
      text,
      registered: registered.get(place)?.text ?? null,
      isNextVersion,
    });
    const isChecked = compared.refusal === null && compared.change !== "equal";
    const faults = isChecked ? await findFaults(compared, context, ruleSet) : null;
    const isTried = isChecked && faults === null;
    codes.push({ ...compared, ...(isTried ? await rehearsal.tryRegistration(compared) : faults) });
  }

  const entries = texts.toReversed().map(({ entry, method }) => [entry, method] as const);
  const root: CodeSpace = { writer: ZERO_ADDRESS, space: chain.network.rootSpace };
  const spaces: EntrySpaces = new Map<string | null, CodeSpace>([[null, root], ...entries]);
  const network = networkMembers(chain.network);
  // What is not published cannot be tried.
  const isReady = codes.every(({ change }) => change === "equal");
  const calls: PlannedCall[] = [];
  for (const entry of earlier === null ? project.calls : []) {
    const [{ key }, from] = [entry, fromOf(entry)];
    const isDone = await holds(client, entry.unless, spaces);
    const members = membersOfCall(entry, { from, timestampUs: nowUs(), network, spaces });
    const tried = isDone || !isReady ? UNTRIED : await rehearsal.try(members, from);
    calls.push({ key, from, entry, change: isDone ? "done" : "open", ...tried });
  }
  const own = new Set(texts.map(({ method }) => cidOf(method)));
  const places = new Set(texts.map(placeOf));
  const unknown = chain.codes.readable.filter(
    (code) => own.has(cidOf(code.method)) && !places.has(placeOf(code)),
  );
  return { project, context, client, codes, calls, unknown, spaces, height: chain.height };
}

const UNTRIED = { fee: null, refusal: null } as const;

interface Publication {
  readonly from: string;
  readonly rootSpace: string;
}

function readText(given: CodeSource, entry: CodeEntry, { from, rootSpace }: Publication): PlannedText {
  const space = valueToText(given.record.get(layoutOf(given.record).space) ?? entry.space);
  if (entry.space !== null && space !== entry.space)
    throw errors.deploySpace({ name: entry.name, space, entry: entry.space, file: given.file });
  const source = completeSource(given, { writer: from, space: entry.space ?? rootSpace });
  const method = parseCode(source.text);
  return { key: entry.key, from, entry: entry.name, source, method, id: codeIdOf(method) };
}

/** Where the chain holds a code. */
function placeOf({ id, ...code }: Pick<PlannedText, "id" | "method"> | StoredCode): string {
  return `${"kind" in code ? code.kind : code.method.kind} ${padStateKey(id)}`;
}

function codesByPlace(chain: ReadChain): ReadonlyMap<string, StoredCode> {
  return new Map(chain.codes.stored.map((code) => [placeOf(code), code]));
}

/** Throws `DEPLOY_TWICE`. */
function assertDistinct(texts: readonly PlannedText[]): void {
  const files = new Map<string, string>();
  for (const text of texts) {
    const { kind, name } = text.method;
    const { file } = text.source;
    const other = files.get(placeOf(text));
    if (other !== undefined) throw errors.deployTwice({ kind, name, file, other });
    files.set(placeOf(text), file);
  }
}

/** What the linter finds, which is shown; errors are a refusal. */
async function findFaults(
  { source, text, method }: PlannedCode,
  context: Context,
  ruleSet: RuleSet,
): Promise<Pick<PlannedCode, "refusal"> | null> {
  const checked = await checkSource({ ...source, text }, { ruleSet });
  for (const line of findingLines(checked)) context.note(line);
  if (!hasErrors(checked)) return null;
  const details = { [method.name]: `${checked.findings.length} in ${source.file}` };
  return { refusal: codeCheck({}, { details }) };
}

interface CallPlace {
  readonly from: string;
  readonly timestampUs: bigint;
  /** What a transaction must say of its network. */
  readonly network: ReadonlyMap<string, string>;
  readonly spaces: EntrySpaces;
}

export function membersOfCall(
  { code, contract, parameters }: CallEntry,
  { from, timestampUs, network, spaces }: CallPlace,
): ValueMap {
  const space = spaces.get(code);
  const cid =
    code === null || space === undefined ? [] : [["cid", spaceIdOf(space.writer, space.space)] as const];
  return new Map<string, Value>([
    ["type", contract],
    ...network,
    ...cid,
    ...parameters,
    ["timestamp", timestampUs],
    ["from", from],
  ]);
}
