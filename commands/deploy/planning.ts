import { openChain } from "../../src/actions/open-chain.js";
import { nowUs } from "../../src/actions/send-in-time.js";
import type { Registrar } from "../../src/actions/register-code.js";
import type { Context } from "../../src/cli/command.js";
import type { Client } from "../../src/client/index.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { ChainError } from "../../src/codec/chain-error.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { shownText } from "../../src/codec/shown-text.js";
import { padStateKey } from "../../src/codec/state-key.js";
import { valueToText } from "../../src/codec/text.js";
import { isMap, type Value, type ValueMap } from "../../src/codec/value.js";
import { codeIdOf, parseCode, type CodeSpace, type Method } from "../../src/records/code.js";
import { layoutOf } from "../../src/records/code-layout.js";
import { CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { codeRecord, type ReadableCode, type StoredCode } from "../../src/records/stored-code.js";
import { codeCheck } from "../../src/repl/errors.js";
import type { ReadChain } from "../../src/replay/read-chain.js";
import { checkSource, findingLines, hasErrors } from "../code/code-check.js";
import { completeSource, readCodeFile, type CodeSource } from "../code/code-files.js";
import { codeVersion } from "../code/errors.js";
import { isNewer } from "../code/registrations.js";
import { Rehearsal } from "../code/rehearsal.js";
import { withNodeAt } from "../workspace.js";
import { holds, type EntrySpaces } from "./conditions.js";
import * as errors from "./errors.js";
import { readProject, type CallEntry, type CodeEntry, type Project } from "./project-file.js";

/** The key that signs a transaction, by its name, and its address. */
export interface PlannedSigner {
  readonly key: string | null;
  readonly from: string;
}

export interface PlannedCode extends PlannedSigner {
  readonly file: string;
  readonly method: Method;
  readonly id: string;
  readonly registrar: Registrar;
  /** What the chain is to have. */
  readonly text: string;
  /** The version of that. */
  readonly next: string;
  /** What it has. */
  readonly registered: string | null;
  /** Of the registered text. */
  readonly version: string | null;
  /** `drifted`: the chain has another text, which the file's version does not replace. */
  readonly change: "new" | "changed" | "equal" | "drifted";
  readonly fee: bigint | null;
  /** Why the chain will not take it. */
  readonly refusal: ChainError | null;
}

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

/** A code of the files, before it is compared. */
interface PlannedText extends PlannedSigner {
  readonly source: CodeSource;
  readonly method: Method;
  readonly id: string;
}

/** Compares a network with a project. Throws what is wrong with the file of the project or with a file of codes. */
export async function makePlan(outer: Context, options: PlanOptions): Promise<Plan> {
  const keys = await outer.workspace.keys();
  const project = await readProject(options.file, options.network, (key) => keys.resolve(key));
  const context = withNodeAt(outer, project.url);
  const client = await context.workspace.runningClient();
  const ruleSet = await context.workspace.ruleSet();
  if (project.rules !== null && project.rules !== BigInt(ruleSet.number))
    throw errors.deployRules({
      actual: ruleSet.number,
      rules: String(project.rules),
      url: client.url,
      file: project.file,
    });
  const chain = await openChain(context.workspace);
  const signerOf = async (key: string | null): Promise<PlannedSigner> => ({
    key,
    from: await keys.resolve(key ?? undefined),
  });

  const texts: (PlannedText & { readonly entry: string })[] = [];
  for (const entry of project.codes) {
    const signer = await signerOf(entry.key);
    for (const source of await readCodeFile(entry.file, context))
      texts.push({ ...readText(source, { entry, signer, chain }), entry: entry.name });
  }
  assertDistinct(texts);
  const registered = codesByPlace(chain);
  const earlier = options.asAt === undefined ? null : codesByPlace(await chain.at(options.asAt));
  const rehearsal = new Rehearsal(chain);
  const codes: PlannedCode[] = [];
  for (const given of texts) {
    const text = earlier === null ? given.source.text : earlier.get(placeOf(given))?.text;
    if (text === undefined) {
      context.note(shownText(`${given.method.name} was not there after main block ${options.asAt}, and stays.`));
      continue;
    }
    const compared = compareCode({ ...given, text }, registered.get(placeOf(given)), options);
    const refusal = compared.refusal ?? (await findRefusal(compared, { context, ruleSet, source: given.source }));
    const isOpen = refusal === null && compared.change !== "equal";
    codes.push({ ...compared, refusal, ...(isOpen ? await rehearsal.tryRegistration(compared) : {}) });
  }
  const spaces = spacesOf(texts, chain);
  const network = networkMembers(chain.network);
  const isReady = codes.every(({ change }) => change === "equal");
  const calls: PlannedCall[] = [];
  for (const entry of earlier === null ? project.calls : []) {
    const signer = await signerOf(entry.key);
    const isDone = await holds(client, entry.unless, spaces);
    // What is not published cannot be tried.
    const tried = isDone || !isReady ? null : await rehearsal.try(membersOfCall(entry, { from: signer.from, timestampUs: nowUs(), network, spaces }), signer.from);
    calls.push({ ...signer, entry, change: isDone ? "done" : "open", fee: tried?.fee ?? null, refusal: tried?.refusal ?? null });
  }
  const own = new Set(texts.map(({ method }) => spaceText(method)));
  const places = new Set(texts.map(placeOf));
  const unknown = chain.codes.readable.filter((code) => own.has(spaceText(code.method)) && !places.has(placeOf(code)));
  return { project, context, client, codes, calls, unknown, spaces, height: chain.height };
}

function readText(
  given: CodeSource,
  { entry, signer, chain }: { readonly entry: CodeEntry; readonly signer: PlannedSigner; readonly chain: ReadChain },
): PlannedText {
  const space = given.record.get(layoutOf(given.record).space) ?? null;
  if (entry.space !== null && space !== null && space !== entry.space)
    throw errors.deploySpace({ name: entry.name, space: valueToText(space), entry: entry.space, file: given.file });
  const source = completeSource(given, { writer: signer.from, space: entry.space ?? chain.network.rootSpace });
  const method = parseCode(source.text);
  return { ...signer, source, method, id: codeIdOf(method) };
}

/** Where the chain holds a code. */
function placeOf({ id, ...code }: Pick<PlannedText, "id" | "method"> | StoredCode): string {
  return `${"kind" in code ? code.kind : code.method.kind} ${padStateKey(id)}`;
}

function codesByPlace(chain: ReadChain): ReadonlyMap<string, StoredCode> {
  return new Map(chain.codes.stored.map((code) => [placeOf(code), code]));
}

function spaceText({ writer, space }: CodeSpace): string {
  return JSON.stringify([writer, space]);
}

/** Throws `DEPLOY_TWICE`. */
function assertDistinct(texts: readonly PlannedText[]): void {
  const seen = new Map<string, PlannedText>();
  for (const text of texts) {
    const { method, source } = text;
    const other = seen.get(placeOf(text));
    if (other !== undefined)
      throw errors.deployTwice({ kind: method.kind, name: method.name, file: source.file, other: other.source.file });
    seen.set(placeOf(text), text);
  }
}

function compareCode(
  { source, method, id, key, from, text }: PlannedText & { readonly text: string },
  stored: StoredCode | undefined,
  { isNextVersion }: Pick<PlanOptions, "isNextVersion">,
): PlannedCode {
  const isClassic = method.format === "classic";
  const registered = stored?.text ?? null;
  const version = registered === null ? null : versionOf(codeRecord({ text: registered }));
  const given: PlannedCode = {
    file: source.file,
    key,
    from,
    method,
    id,
    text,
    next: versionOf(codeRecord({ text })),
    registered,
    version,
    registrar: isClassic ? CONTRACTS.REGISTER.type : "Publish",
    change: registered === null ? "new" : "changed",
    fee: null,
    refusal:
      isClassic || method.writer === from
        ? null
        : errors.deployWriter({ name: method.name, writer: method.writer, signer: from, file: source.file }),
  };
  if (registered === null || version === null) return given;
  if (registered === text) return { ...given, change: "equal" };
  const own = given.next;
  if (isNewer(own, version)) return given;
  // Another version of the same code: the file is behind a --next-version or a rollback.
  if (withVersion(text, version) === registered) return { ...given, text: registered, next: version, change: "equal", refusal: null };
  const next = isNextVersion ? versionAfter(version) : null;
  if (next !== null) return { ...given, text: withVersion(text, next), next };
  const refusal = codeVersion({ name: method.name, file: source.file, version: own, registered: version });
  return { ...given, change: "drifted", refusal: given.refusal ?? refusal };
}

export function versionOf(record: Value): string {
  return isMap(record) ? valueToText(record.get(layoutOf(record).version) ?? null) : "";
}

function withVersion(text: string, version: string): string {
  const record = codeRecord({ text });
  return isMap(record) ? canonicalJson(new Map([...record, [layoutOf(record).version, version]])) : text;
}

/** The whole number after a version; null for one that is no decimal number. */
function versionAfter(version: string): string | null {
  const [, whole] = /^(\d+)(?:\.\d+)?$/.exec(version) ?? [];
  return whole === undefined ? null : String(BigInt(whole) + 1n);
}

/** What the linter finds: errors are refused, and all of it is shown for a code that is to be sent. */
async function findRefusal(
  { change, text, method, file }: PlannedCode,
  {
    context,
    ruleSet,
    source,
  }: { readonly context: Context; readonly ruleSet: Parameters<typeof checkSource>[1]["ruleSet"]; readonly source: CodeSource },
): Promise<ChainError | null> {
  if (change === "equal") return null;
  const checked = await checkSource({ ...source, text }, { ruleSet });
  for (const line of findingLines(checked)) context.note(line);
  return hasErrors(checked)
    ? codeCheck({}, { details: { [method.name]: `${checked.findings.length} in ${file}` } })
    : null;
}

/** The space of each entry is that of its first code. */
function spacesOf(texts: readonly (PlannedText & { readonly entry: string })[], { network }: ReadChain): EntrySpaces {
  const entries = texts.toReversed().map(({ entry, method }) => [entry, method] as const);
  return new Map<string | null, CodeSpace>([[null, { writer: ZERO_ADDRESS, space: network.rootSpace }], ...entries]);
}

interface CallPlace {
  readonly from: string;
  readonly timestampUs: bigint;
  /** What a transaction must say of its network. */
  readonly network: ReadonlyMap<string, string>;
  readonly spaces: EntrySpaces;
}

/** The members of the transaction of a call. */
export function membersOfCall(
  { code, contract, parameters }: CallEntry,
  { from, timestampUs, network, spaces }: CallPlace,
): ValueMap {
  const space = spaces.get(code);
  const cid = code === null || space === undefined ? [] : [["cid", spaceIdOf(space.writer, space.space)] as const];
  return new Map<string, Value>([
    ["type", contract],
    ...network,
    ...cid,
    ...parameters,
    ["timestamp", timestampUs],
    ["from", from],
  ]);
}
