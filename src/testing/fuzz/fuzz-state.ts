import type { CodeSpace } from "../../records/code.js";
import { padStateKey, statePrefix, type StateKind } from "../../codec/state-key.js";
import type { Code } from "../../contract/code.js";
import { createNetwork, type Network } from "../../records/network.js";
import { readNetworkDefinition } from "../../records/network-reader.js";
import { DEFAULT_RULES, type RulesNumber } from "../../records/rules.js";
import { devAccounts, devNetwork } from "../../data/dev-network.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import { completeCode } from "../complete-code.js";
import { addressIn, toPlain, type Addressed, type Plain } from "../plain.js";
import type { NamedAddress } from "./generators.js";
import type { Ground } from "./ground.js";
import { amountIn, shortDecimal, sumOf } from "./world.js";

export interface FuzzState {
  readonly accounts: readonly NamedAddress[];
  /** The value of a cell in a code's space; null when it is empty. The key of a single cell is `00`. */
  read(code: Code, attribute: string, key?: string | Addressed, kind?: StateKind): Plain;
  /** The sum of all cells of an attribute, in decimal text. Cells that hold no number count as zero. */
  supply(code: Code, attribute: string, kind?: StateKind): string;
}

/** The invariants, by name. Each is checked after every accepted call, and fails by returning false or throwing. */
export type Invariants = Readonly<Record<string, (state: FuzzState) => unknown>>;

/** The network of a development chain that the first account began. */
export function fuzzNetwork(rules: RulesNumber = DEFAULT_RULES): Network {
  const node = { address: devAccounts()[0]?.address ?? ZERO_ADDRESS };
  return createNetwork(readNetworkDefinition({ ...devNetwork({ node }), rules }));
}

/** The spaces of this chain, where codes without a writer are those of the first account. */
export function fuzzSpaces(): { readonly rootSpace: string; readonly publisher: string } {
  const { rootSpace, genesis_address: publisher } = fuzzNetwork();
  return { rootSpace, publisher };
}

const SPACES = fuzzSpaces();

export class AddressedState implements FuzzState {
  readonly accounts: readonly NamedAddress[];
  readonly #ground: Ground;

  constructor(ground: Ground, accounts: readonly NamedAddress[]) {
    this.#ground = ground;
    this.accounts = accounts;
  }

  read(code: Code, attribute: string, key: string | Addressed = "00", kind: StateKind = "universal"): Plain {
    return toPlain(this.#ground.read(kind, padStateKey(prefixOf(code, attribute) + addressIn(key))));
  }

  supply(code: Code, attribute: string, kind: StateKind = "universal"): string {
    const prefix = prefixOf(code, attribute);
    const cells = [...this.#ground.cells(kind)].filter(([cell]) => cell.startsWith(prefix));
    return shortDecimal(sumOf(cells.map(([, value]) => amountIn(value))));
  }
}

const methods = new WeakMap<Code, CodeSpace>();

function prefixOf(code: Code, attribute: string): string {
  const method = methods.get(code) ?? completeCode(code, SPACES).method;
  methods.set(code, method);
  return statePrefix(method.writer, method.space, attribute);
}
