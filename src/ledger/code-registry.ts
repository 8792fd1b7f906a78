import { LRUCache } from "lru-cache";
import { padStateKey, stateKeyPrefix } from "../codec/state-key.js";
import { hashOf } from "../codec/hash.js";
import { detached } from "../codec/text.js";
import type { Value } from "../codec/value.js";
import { cidOf, parseCode, type Method } from "../records/code.js";
import type { CodeKind } from "../records/code-layout.js";
import type { Network } from "../records/network.js";
import { readCodeCell } from "../records/stored-code.js";
import { contractMissing, requestMissing } from "../records/errors.js";
import type { StateEntry, StoreReader } from "../store/store.js";
import { createSystemContracts } from "../system/contracts.js";
import { compileMethod, type Program } from "../vm/machine.js";
import { CodeText } from "./code-texts.js";
import { forEachSliced } from "../base/yield-to-loop.js";

/** The root-space contract that cannot be called and runs after every other one (PROTOCOL 6.7). */
const POST_PROCESS_NAME = "Fee";

/** How many codes are held in memory as text at a time while all are read. */
const LOADED_TOGETHER = 64;

/** A measured upper bound: the bytes that a compiled code keeps for each character of its text. */
const BYTES_A_CHARACTER = 96;
/** The most bytes of compiled codes in a thread. Any account can register codes. */
export const KEPT_PROGRAM_BYTES = 12_582_912;
const kept = new LRUCache<RegisteredCode, Program>({
  maxSize: KEPT_PROGRAM_BYTES,
  sizeCalculation: (_, { text }) => text.length * BYTES_A_CHARACTER,
});

/** The bytes of the compiled codes that this thread keeps. */
export function keptProgramBytes(): number {
  return kept.calculatedSize;
}

export interface CodeInForce {
  readonly method: Method;
  readonly program: Program;
}

/** A registered code: its text, which is parsed and compiled again when it was given up meanwhile. */
export class RegisteredCode implements CodeInForce {
  readonly kind: CodeKind;
  readonly #text: CodeText;
  /** The key under which it is found, with others of its kind, cid and name. */
  readonly nameKey: string;

  constructor(text: string, method: Method) {
    this.#text = new CodeText(text);
    this.kind = method.kind;
    this.nameKey = nameKey({ ...method, cid: cidOf(method) });
  }

  get text(): string {
    return this.#text.text;
  }

  get method(): Method {
    return this.program.method;
  }

  get program(): Program {
    const known = kept.get(this);
    if (known !== undefined) return known;
    const program = compileMethod(parseCode(this.text));
    kept.set(this, program);
    return program;
  }
}

/** What a transaction runs: its contract, and the post-process unless it is a system contract. */
export interface CalledContract {
  readonly code: CodeInForce;
  readonly postProcess: CodeInForce | null;
}

/**
 * The codes of the tip by cid and name (PROTOCOL 6.5, 6.6). Each is compiled once, when first used. Only a block that
 * registers a code, and the undo of such a block, changes what is found here.
 */
export class CodeRegistry {
  readonly network: Network;
  readonly #system: ReadonlyMap<string, CodeInForce>;
  /** The kinds of all non-empty code cells, including those from which no code can be read. */
  #kinds = new Map<string, CodeKind>();
  /** Registered codes by cell, in the order of the writes. */
  #codes = new Map<string, RegisteredCode>();
  /** The codes that share a kind, cid and name, in the order of the writes: the youngest is in force. */
  #namesakes = new Map<string, RegisteredCode[]>();
  #generation = 0;

  constructor(network: Network, system = compiledSystem(network)) {
    this.network = network;
    this.#system = system;
  }

  /** Returns a copy with the same codes. Later changes to either do not affect the other. */
  copy(): CodeRegistry {
    const copy = new CodeRegistry(this.network, this.#system);
    for (const [cell, kind] of this.#kinds) copy.#kinds.set(cell, kind);
    for (const [cell, code] of this.#codes) copy.#codes.set(cell, code);
    for (const [name, codes] of this.#namesakes) copy.#namesakes.set(name, [...codes]);
    copy.#generation = this.#generation;
    return copy;
  }

  /** Grows with every change. A transaction prepared under another generation must be prepared again. */
  get generation(): number {
    return this.#generation;
  }

  /** The codes that can be called, in the order of the writes. */
  get codes(): readonly RegisteredCode[] {
    return [...this.#codes.values()];
  }

  /** How many codes of each kind ListCode lists, including those that cannot be called (CodeCount in docs/rpc.md). */
  counts(): { readonly contracts: number; readonly requests: number } {
    const requests = [...this.#kinds.values()].filter((kind) => kind === "request").length;
    return { contracts: this.#kinds.size - requests, requests };
  }

  /**
   * Returns the contract that a transaction calls. Throws `CONTRACT_MISSING`. A null cid means the root space
   * (PROTOCOL 5.1).
   */
  contract(cid: string | null, name: string): CalledContract {
    const space = cid ?? this.network.rootCid;
    const isRoot = space === this.network.rootCid;
    const system = isRoot ? this.#system.get(name) : undefined;
    if (system !== undefined) return { code: system, postProcess: null };
    const code = isRoot && name === POST_PROCESS_NAME ? undefined : this.#find("contract", space, name);
    if (code === undefined) throw contractMissing({ cid: space, type: name });
    return { code, postProcess: this.#find("contract", this.network.rootCid, POST_PROCESS_NAME) ?? null };
  }

  /** Returns registered request code. Throws `REQUEST_MISSING`. */
  request(cid: string | null, name: string): RegisteredCode {
    const code = this.#find("request", cid ?? this.network.rootCid, name);
    if (code === undefined) throw requestMissing({ type: name });
    return code;
  }

  /** Whether a code of this kind, cid and name is in force. */
  isRegistered(method: Method): boolean {
    return this.#find(method.kind, cidOf(method), method.name) !== undefined;
  }

  /** Whether a local state key holds registered code (PROTOCOL 6.4). */
  isCodeKey(key: string): boolean {
    const prefix = stateKeyPrefix(key);
    return prefix === this.network.prefixes.contract || prefix === this.network.prefixes.request;
  }

  /**
   * Reads all codes again from the store, at start and after an undo. The present codes stay in force until all are
   * read.
   */
  async load(store: StoreReader): Promise<void> {
    const keys = (await store.listCodeWrites()).map(({ key }) => key);
    const fresh = new CodeRegistry(this.network, this.#system);
    for (let start = 0; start < keys.length; start += LOADED_TOGETHER) {
      const some = keys.slice(start, start + LOADED_TOGETHER);
      const cells = await store.readState("local", some.map(padStateKey));
      await forEachSliced(some, (key) => {
        const cell = padStateKey(key);
        fresh.#put(cell, cells.get(cell) ?? null, this.#codes.get(cell));
      });
    }
    this.#kinds = fresh.#kinds;
    this.#codes = fresh.#codes;
    this.#namesakes = fresh.#namesakes;
    this.#generation += 1;
  }

  /** Adds the codes among a block's local writes, in their order. */
  apply(writes: readonly StateEntry[]): void {
    for (const { key, value } of writes) this.#put(padStateKey(key), value);
    if (writes.length > 0) this.#generation += 1;
  }

  /**
   * A cell from which no code can be read is not callable: a call fails as if the code did not exist (PROTOCOL 14.7).
   */
  #put(cell: string, value: Value, known?: RegisteredCode): void {
    const old = this.#codes.get(cell);
    if (old !== undefined) {
      this.#codes.delete(cell);
      const namesakes = this.#namesakes.get(old.nameKey) ?? [];
      namesakes.splice(namesakes.indexOf(old), 1);
    }
    this.#kinds.delete(cell);
    if (value === null) return;
    const { kind, text, method } = readCodeCell(this.network, { key: cell, value });
    this.#kinds.set(cell, kind);
    if (method === null) return;
    const code = known?.text === text ? known : new RegisteredCode(text, method);
    this.#codes.set(cell, code);
    this.#namesakes.set(code.nameKey, [...(this.#namesakes.get(code.nameKey) ?? []), code]);
  }

  #find(kind: Method["kind"], cid: string, name: string): RegisteredCode | undefined {
    return this.#namesakes.get(nameKey({ kind, cid, name }))?.at(-1);
  }
}

/** Compiled once a network: a sandbox makes a registry with each revert. */
const systems = new WeakMap<Network, ReadonlyMap<string, CodeInForce>>();

function compiledSystem(network: Network): ReadonlyMap<string, CodeInForce> {
  const methods =
    systems.get(network) ??
    new Map(
      Array.from(createSystemContracts(network), ([name, method]) => [
        name,
        { method, program: compileMethod(method) },
      ]),
    );
  systems.set(network, methods);
  return methods;
}

/** A name of any length, in few bytes. */
const LONG_NAME = 64;

function nameKey({ kind, cid, name }: Pick<Method, "kind" | "name"> & { readonly cid: string }): string {
  return name.length > LONG_NAME
    ? `${kind} ${cid} hash ${hashOf(name)}`
    : detached(`${kind} ${cid} name ${name}`);
}
