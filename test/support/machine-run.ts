import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { codeIdOf, parseCode, type Method } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK, type Network } from "../../src/records/network.js";
import { findParameterFailure } from "../../src/records/parameter.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { createSystemContracts } from "../../src/system/contracts.js";
import {
  collectStateKeys,
  compileMethod,
  execute,
  type ProgramCall,
  type Execution,
  type Program,
  type StateView,
} from "../../src/vm/machine.js";
import { listIn, mapIn, readVector, textIn } from "./vectors.js";

/** The network of test/vectors/chain. */
export function recordedNetwork(): Network {
  const recorded = mapIn(readVector("chain/network.json"));
  return createNetwork({
    ...PUBLIC_NETWORK,
    network_name: textIn(recorded.get("network_name")),
    genesis_address: textIn(recorded.get("genesis_address")),
    manager_addresses: listIn(recorded.get("manager_addresses")).map(textIn),
  });
}

/** State in memory, and the transactions that run on it as on a node without a Fee. */
export class TestState implements StateView {
  readonly network: Network;
  readonly #cells: Readonly<Record<StateKind, Map<string, Value>>> = {
    universal: new Map(),
    local: new Map(),
  };
  readonly #systemContracts: ReadonlyMap<string, Method>;

  constructor(network: Network) {
    this.network = network;
    this.#systemContracts = createSystemContracts(network);
  }

  read(kind: StateKind, paddedKey: string): Value | undefined {
    return this.#cells[kind].get(paddedKey);
  }

  write(kind: StateKind, key: string, value: Value): void {
    this.#cells[kind].set(padStateKey(key), value);
  }

  writeAll(kind: StateKind, cells: ValueMap): void {
    for (const [key, value] of cells) this.write(kind, key, value);
  }

  /** A contract by name: a system contract, or one of the root space. */
  method(name: string): Method {
    const system = this.#systemContracts.get(name);
    if (system !== undefined) return system;
    for (const [key, text] of this.#cells.local) {
      if (!key.startsWith(this.network.prefixes.contract) || typeof text !== "string") continue;
      const method = parseCode(text);
      const stored = padStateKey(this.network.prefixes.contract + codeIdOf(method));
      if (method.name === name && key === stored) return method;
    }
    throw new Error(`No contract ${name} is registered. `);
  }

  /** Validates and executes a transaction, and applies its writes. */
  apply(tx: SignedTransaction, postProcess: Program | null = null): Execution {
    const method = this.method(tx.type);
    const failure = findParameterFailure(method.parameters, tx.transaction, "transaction");
    if (failure !== null)
      return { ok: false, reason: "failure", message: failure, weight: 0n, work: 0, cost: 0 };
    const execution = this.#execute({
      program: compileMethod(method),
      postProcess,
      parameters: tx.transaction,
      implicit: { from: tx.address, hash: tx.hash, size: tx.size },
    });
    if (execution.ok) for (const { kind, key, value } of execution.writes) this.write(kind, key, value);
    return execution;
  }

  /** Shows the call only the cells that its read pass collected. */
  #execute(call: ProgramCall): Execution {
    const keys = collectStateKeys(call);
    if (!keys.ok)
      return { ok: false, reason: "failure", message: keys.message, weight: 0n, work: 0, cost: 0 };
    const loaded = { universal: new Set(keys.universal), local: new Set(keys.local) };
    return execute(call, {
      read: (kind, key) => (loaded[kind].has(key) ? this.read(kind, key) : undefined),
    });
  }
}
