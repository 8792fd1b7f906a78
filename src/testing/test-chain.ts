import { ZERO_ADDRESS } from "../codec/address.js";
import { isRefusal } from "../codec/chain-error.js";
import { addDecimals, decimalToText, parseDecimal, ZERO } from "../codec/decimal.js";
import { padStateKey, stateKeyOf, statePrefix, type StateKind } from "../codec/state-key.js";
import { valueToText } from "../codec/text.js";
import type { Value, ValueMap } from "../codec/value.js";
import { isCode, type Code } from "../contract/code.js";
import type { Parameters, ParameterValues } from "../contract/parameters.js";
import type { KeyPair } from "../data/directory/identity.js";
import { answerToValue } from "../ledger/answer.js";
import type { SandboxChain } from "../dev/sandbox/sandbox-chain.js";
import { cidOf, type Method } from "../records/code.js";
import type { CodeFormat, CodeKind } from "../records/code-layout.js";
import { CONTRACTS } from "../records/operations/system-contracts.js";
import { createNetwork } from "../records/network.js";
import { debuggedIn, type Debugged, type DebugLabels } from "../replay/trial/debugged.js";
import { tryCall } from "../replay/trial/try-call.js";
import type { MainBlockSummary } from "../store/store.js";
import { executionFailed } from "../vm/errors.js";
import type { Program } from "../vm/machine.js";
import { AttributeNames } from "./cell-names.js";
import { callOutcome, labelledValues, type LabelledValue, type Sent } from "./call-outcome.js";
import { CodeLabels } from "./code-labels.js";
import { completeCode } from "./complete-code.js";
import * as errors from "./errors.js";
import type { ExecutedCall } from "./executions.js";
import { withPlaces } from "./refusal-places.js";
import { addressIn, toParameters, toPlain, type Addressed, type Plain } from "./plain.js";

/** The parameters of a call, as its code declares them. An account may replace its address. */
export type CallParameters<P extends Parameters> = string extends keyof P
  ? Readonly<Record<string, unknown>>
  : { readonly [Name in keyof ParameterValues<P>]: OrAccount<ParameterValues<P>[Name]> };
type OrAccount<V> = string extends V ? V | Addressed : V;

export interface CallSettings {
  /** The sender; by default the first account. */
  readonly from?: string | Addressed;
  /** The id of the space, for a code that is called by its name. By default the network's own. */
  readonly cid?: string;
  /**
   * The time of the transaction in µs, which its sender chooses: later than the last block, and at most `nextTimestamp`,
   * which it is by default.
   */
  readonly timestampUs?: number;
}

interface CalledCode {
  readonly kind: CodeKind;
  readonly name: string;
  readonly cid: string | undefined;
}

interface PublishedCode extends CalledCode {
  readonly method: Method;
}

/** A sender without a key. */
export interface Sender extends Addressed {
  send<P extends Parameters>(
    code: Code<P> | string,
    parameters?: CallParameters<P>,
    settings?: Pick<CallSettings, "cid">,
  ): Promise<Sent>;
}

export interface TestChainParts {
  readonly chain: SandboxChain;
  readonly accounts: readonly KeyPair[];
  /** Replaces a code before it is published. */
  readonly replaced?: (code: Code) => Code;
  readonly onPublished?: (code: Code, method: Method) => void;
  readonly onSent?: (code: Code | string, sent: Sent) => void;
}

/**
 * A chain in memory for tests. Its time passes and its blocks are made only on request; a call is sent from any address,
 * without a key.
 */
export class TestChain {
  /** Funded accounts with known keys; a fork of another network has no such accounts. */
  readonly accounts: readonly KeyPair[];
  readonly #parts: TestChainParts;
  readonly #network;
  readonly #published = new WeakMap<Code, PublishedCode>();
  readonly #executed = new Map<string, ExecutedCall>();
  readonly #snapshots = new Map<number, MainBlockSummary>();
  readonly #names = new AttributeNames();
  readonly #labels = new CodeLabels();
  #debugged: readonly Debugged[] = [];

  constructor(parts: TestChainParts) {
    this.accounts = parts.accounts;
    this.#parts = parts;
    this.#network = createNetwork(parts.chain.network);
  }

  /** The height of the last main block. */
  get height(): number {
    return this.#parts.chain.height;
  }

  /** What `debug` labels in the last run of a code: of a call that was refused, of a request, or of one that was tried. */
  get debugged(): readonly LabelledValue[] {
    return labelledValues(this.#debugged);
  }

  /** What `debug` labels in the code of a run. */
  labelsOf({ method }: Pick<Program, "method">): DebugLabels {
    return this.#labels.of(method);
  }

  /** Notes a run of the machine, for the outcome of its transaction. */
  note(executed: ExecutedCall): void {
    this.#debugged = executed.debugged;
    const { implicit, program, postProcess } = executed.call;
    if (implicit === null) return;
    this.#executed.set(implicit.hash, executed);
    this.#names.learn(program.method);
    if (postProcess !== null) this.#names.learn(postProcess.method);
  }

  /**
   * Publishes codes, each in a block. The writer of a code sends it; one without a writer is that of the first account.
   * Throws the chain's refusal.
   */
  async publish(...codes: readonly Code[]): Promise<void> {
    for (const given of codes) {
      const code = this.#parts.replaced?.(given) ?? given;
      const { text, method } = this.#complete(code);
      const [registrar, from] = REGISTRARS[method.format](method, this.#defaultSender());
      this.#labels.add(code, method);
      const hash = await this.#submit(registrar, new Map([["code", text]]), { from });
      await this.#included(hash);
      this.#published.set(given, { ...this.#nameOf(method), method });
      this.#parts.onPublished?.(given, method);
    }
  }

  /**
   * Calls a contract in a block of its own: the call's effects are there when it resolves. Throws the refusal, whose
   * message is the contract's; its detail `at` is the place of the condition in the source, and `debugged` the values
   * that `debug` labels.
   */
  async send<P extends Parameters>(
    code: Code<P> | string,
    parameters: CallParameters<P> = {} as CallParameters<P>,
    settings: CallSettings = {},
  ): Promise<Sent> {
    const hash = await this.submit(code, parameters, settings);
    const sent = await this.#placed(code, this.#included(hash));
    this.#parts.onSent?.(code, sent);
    return sent;
  }

  /**
   * Adds a call to the pool, for a block with others: `mine` makes it. Returns the hash. Throws the refusal of its
   * admission.
   */
  async submit<P extends Parameters>(
    code: Code<P> | string,
    parameters: CallParameters<P> = {} as CallParameters<P>,
    settings: CallSettings = {},
  ): Promise<string> {
    this.#debugged = [];
    const { name, cid } = this.#named(code, settings);
    const given = toParameters(parameters);
    const call = cid === undefined ? given : new Map([["cid", cid], ...given]);
    return this.#placed(code, this.#submit(name, call, settings));
  }

  /** The outcome of a call in a block. Throws the reason when the block left it out. */
  async outcomeOf(hash: string): Promise<Sent> {
    const { chain } = this.#parts;
    const refusal = chain.refusalOf(hash);
    if (refusal !== null) throw executionFailed({ message: refusal });
    const stored = await chain.reader.transaction(hash);
    const executed = this.#executed.get(hash);
    if (stored === null || executed === undefined) throw errors.notIncluded({ hash });
    const size = executed.call.implicit?.size ?? 0;
    return { ...callOutcome(executed, this.#names), hash, size, height: stored.height };
  }

  /**
   * Calls a request and returns its answer; tries a contract and returns its outcome without storing it. Throws the
   * refusal.
   */
  async call<P extends Parameters>(
    code: Code<P> | string,
    parameters: CallParameters<P> = {} as CallParameters<P>,
    settings: CallSettings = {},
  ): Promise<Plain> {
    this.#debugged = [];
    const { kind, name, cid } = this.#named(code, settings);
    const given = toParameters(parameters);
    if (kind === "contract" && isCode(code))
      return this.#placed(code, this.#try({ name, cid }, given, settings));
    const space: readonly (readonly [string, Value])[] = cid === undefined ? [] : [["cid", cid]];
    const request = new Map([["type", name], ...space, ...given]);
    const answer = this.#placed(code, this.#parts.chain.engine.request({ request }));
    return toPlain(await answerToValue(await answer));
  }

  /** The value of a cell in a code's space; null when it is empty. The key of a single cell is `00`. */
  async read(
    code: Code,
    attribute: string,
    key: string | Addressed = "00",
    kind: StateKind = "universal",
  ): Promise<Plain> {
    const { writer, space } = this.#methodOf(code);
    const stateKey = stateKeyOf(writer, space, attribute, addressIn(key));
    if (stateKey === null) return null;
    const cell = padStateKey(stateKey);
    return toPlain((await this.#parts.chain.reader.readState(kind, [cell])).get(cell) ?? null);
  }

  /** The sum of all cells of an attribute, in decimal text without needless zeros. Cells that hold no number count as zero. */
  async supply(code: Code, attribute: string, kind: StateKind = "universal"): Promise<string> {
    const { writer, space } = this.#methodOf(code);
    const cells = await this.#parts.chain.reader.listState(kind, statePrefix(writer, space, attribute));
    const amounts = cells.map(({ value }) => parseDecimal(valueToText(value)) ?? ZERO);
    const sum = amounts.reduce((sum, each) => addDecimals(sum, each, Math.max(sum.scale, each.scale)), ZERO);
    return decimalToText(sum)
      .replace(/(\.[0-9]*?)0+$/, "$1")
      .replace(/\.$/, "");
  }

  /** The balance of an address in units of the coin, in decimal text. */
  async balance(of: string | Addressed): Promise<string> {
    const cell = padStateKey(this.#network.prefixes.balance + addressIn(of));
    const value = (await this.#parts.chain.reader.readState("universal", [cell])).get(cell) ?? "0";
    return valueToText(value);
  }

  /** A sender for any address, without its key. Throws `ADDRESS` with the first call when it is not one. */
  impersonate(address: string): Sender {
    return {
      address,
      send: (code, parameters, settings) => this.send(code, parameters, { ...settings, from: address }),
    };
  }

  async fund(address: string | Addressed, units: string | bigint): Promise<void> {
    await this.#parts.chain.fund(addressIn(address), units);
  }

  /** Lets rounds pass, by default until the pool is empty. Returns the height. */
  mine(rounds?: number): Promise<number> {
    return this.#parts.chain.mine(rounds);
  }

  /** Mines resource blocks, each after its interval. Returns the height of the last. */
  mineResource(count?: number): Promise<number> {
    return this.#parts.chain.mineResource(count);
  }

  warp(seconds: number): Promise<void> {
    return this.#parts.chain.warp(seconds);
  }

  /** Lets time pass up to a time in µs. Throws `SANDBOX_TIME` for one that has passed. */
  warpTo(timestampUs: number | bigint): Promise<void> {
    return this.#parts.chain.warpTo(Number(timestampUs));
  }

  /** Calls that have exactly a time in µs. The chain lets time pass up to it when it is still to come. */
  at(timestampUs: number | bigint): Pick<TestChain, "send"> {
    const time = Number(timestampUs);
    return {
      send: async (code, parameters, settings) => {
        if (time > this.nextTimestamp) await this.warpTo(time);
        return this.send(code, parameters, { ...settings, timestampUs: time });
      },
    };
  }

  /** The time in µs that the next call has, unless it names one. */
  get nextTimestamp(): number {
    return this.#parts.chain.earliestTimeUs;
  }

  /** A time in µs that is later than the last block, another one each time. */
  get timeUs(): number {
    return this.#parts.chain.nextTimeUs();
  }

  async snapshot(): Promise<number> {
    const snapshot = await this.#parts.chain.snapshot();
    this.#snapshots.set(snapshot, this.#parts.chain.tip);
    return snapshot;
  }

  /** Goes back to a snapshot, which can be used again. Throws `SNAPSHOT_UNKNOWN`, or `REVERT_FAILED`. */
  async revert(snapshot: number): Promise<void> {
    const { chain } = this.#parts;
    await chain.revert(snapshot);
    const expected = this.#snapshots.get(snapshot)?.blockhash ?? "";
    if (chain.tip.blockhash === expected) return;
    throw errors.revertFailed({ snapshot, expected, found: chain.tip.blockhash });
  }

  /** Frees the memory of the chain. A chain that is not closed is freed with the process. */
  close(): Promise<void> {
    return this.#parts.chain.close();
  }

  async #placed<T>(code: Code | string, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!isCode(code) || !isRefusal(error)) throw error;
      throw withPlaces(error, { code, method: this.#methodOf(code), debugged: this.#debugged });
    }
  }

  async #included(hash: string): Promise<Sent> {
    await this.#parts.chain.mine();
    const sent = await this.outcomeOf(hash);
    this.#executed.delete(hash);
    return sent;
  }

  #submit(type: string, given: ValueMap, settings: CallSettings): Promise<string> {
    const { chain } = this.#parts;
    const { timestampUs = chain.nextTimeUs() } = settings;
    if (timestampUs > chain.earliestTimeUs)
      throw errors.timestampAhead({ timestamp: timestampUs, next: chain.earliestTimeUs });
    const from = addressIn(settings.from ?? this.#defaultSender());
    const header: readonly (readonly [string, Value])[] = [
      ["type", type],
      ["timestamp", BigInt(timestampUs)],
      ["from", from],
      ...chain.networkMembers,
    ];
    return chain.sendAs(from, new Map([...header, ...given]));
  }

  async #try(
    { name, cid }: Pick<CalledCode, "name" | "cid">,
    given: ValueMap,
    { from, timestampUs = this.timeUs }: CallSettings,
  ): Promise<Plain> {
    const { chain } = this.#parts;
    const { execution, method, calls } = await tryCall(await chain.openChain(), {
      type: name,
      kind: "contract",
      cid,
      parameters: given,
      from: addressIn(from ?? this.#defaultSender()),
      timestampUs: BigInt(timestampUs),
    });
    this.#debugged = debuggedIn(calls, this.#labels.of(method));
    if (!execution.ok) throw executionFailed({ message: execution.message });
    return toPlain(execution.result);
  }

  #defaultSender(): string {
    const [first] = this.accounts;
    if (first === undefined) throw errors.accountMissing();
    return first.address;
  }

  #named(code: Code | string, { cid }: CallSettings): CalledCode {
    if (typeof code === "string") return { kind: "contract", name: code, cid };
    return this.#published.get(code) ?? this.#nameOf(this.#methodOf(code));
  }

  /** A code of the root space is called without a cid (PROTOCOL 5.1). */
  #nameOf(method: Method): CalledCode {
    const cid = cidOf(method);
    return { kind: method.kind, name: method.name, cid: cid === this.#network.rootCid ? undefined : cid };
  }

  #methodOf(code: Code): Method {
    return this.#published.get(code)?.method ?? this.#complete(code).method;
  }

  #complete(code: Code): ReturnType<typeof completeCode> {
    const [first] = this.accounts;
    return completeCode(code, {
      rootSpace: this.#network.rootSpace,
      publisher: first?.address ?? ZERO_ADDRESS,
    });
  }
}

/** How a code of each format is stored: the contract, and who may send it. */
const REGISTRARS = {
  classic: (_, manager) => [CONTRACTS.REGISTER.type, manager],
  method: ({ writer }) => ["Publish", writer],
} as const satisfies Record<
  CodeFormat,
  (method: Method, manager: string) => readonly [registrar: string, from: string]
>;
