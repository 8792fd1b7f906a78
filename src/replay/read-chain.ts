import type { ChainError } from "../codec/chain-error.js";
import { parseJson } from "../codec/parse-json.js";
import { NO_MAIN_BLOCK } from "../ledger/ledger.js";
import { answerChainQuery } from "../ledger/requests/chain-queries.js";
import { CONTRACTS } from "../records/operations/system-contracts.js";
import type { Method } from "../records/code.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../records/main-block.js";
import { createNetwork, type Network, type NetworkDefinition } from "../records/network.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { MainBlockSummary, StateEntry, StoreReader } from "../store/store.js";
import type { ChainQuery } from "../vm/machine.js";
import { at } from "./at.js";
import * as errors from "./errors.js";
import { CodesByHeight, type KnownCodes } from "./known-codes.js";
import { mainBlock } from "../store/reads.js";

/** The system contracts that depend on the genesis and manager addresses (PROTOCOL 6.9, 6.10). */
const ASKS_DEFINITION: ReadonlySet<string> = new Set([CONTRACTS.GENESIS.type, CONTRACTS.GRANT.type]);

interface ReadChainOptions {
  /** The chain: the store of a data directory or of a sandbox, or a node over HTTP. */
  readonly reader: StoreReader;
  readonly network: Network;
  /** False when only the network's root space, rules and address are known: other members of `network` mean nothing. */
  readonly isDefinitionKnown: boolean;
  /** The codes of heights that were read before. Default: none. */
  readonly codes?: CodesByHeight;
  /** Codes that are called beside the registered ones, and not listed. */
  readonly unregistered?: readonly StateEntry[];
  /** Reads a full block. Default: from the reader's text. */
  readonly readBlock?: (height: number) => Promise<MainBlock | null>;
  /** Returns a block's record with the address that it was sent from; by default that of its public key. */
  readonly asSent?: (transaction: SignedTransaction) => SignedTransaction;
}

/** A chain with its codes after one of its blocks. Calls are tried on it; nothing is stored. */
export class ReadChain {
  readonly reader: StoreReader;
  readonly codes: KnownCodes;
  /** The last main block; height 0 before the first. */
  readonly tip: MainBlockSummary;
  readonly #options: ReadChainOptions;

  private constructor(
    options: ReadChainOptions,
    { reader, codes, tip }: Pick<ReadChain, "reader" | "codes" | "tip">,
  ) {
    this.#options = options;
    this.reader = reader;
    this.codes = codes;
    this.tip = tip;
  }

  /** Opens a chain after the main block of a height, by default after its last block. Throws as `at` does. */
  static async open(options: ReadChainOptions, height?: number): Promise<ReadChain> {
    const reader = await at(
      options.reader,
      height ?? (await options.reader.mainBlockSummary("last"))?.height ?? 0,
    );
    const { network, codes: known = new CodesByHeight(network) } = options;
    const codes = await known.read(reader);
    codes.registry.apply(options.unregistered ?? []);
    return new ReadChain(
      { ...options, codes: known },
      { reader, codes, tip: (await reader.mainBlockSummary("last")) ?? NO_MAIN_BLOCK },
    );
  }

  static ofStore(reader: StoreReader, definition: NetworkDefinition): Promise<ReadChain> {
    return ReadChain.open({ reader, network: createNetwork(definition), isDefinitionKnown: true });
  }

  get network(): Network {
    return this.#options.network;
  }

  get height(): number {
    return this.tip.height;
  }

  at(height: number): Promise<ReadChain> {
    return height === this.height ? Promise.resolve(this) : ReadChain.open(this.#options, height);
  }

  over(reader: StoreReader): ReadChain {
    return new ReadChain({ ...this.#options, reader }, { reader, codes: this.codes, tip: this.tip });
  }

  async block(height: number): Promise<MainBlock | null> {
    if (height > this.height) return null;
    const { readBlock = (asked) => this.#readStored(asked), asSent } = this.#options;
    const block = await readBlock(height);
    if (block === null || asSent === undefined) return block;
    return { ...block, transactions: block.transactions.map(asSent) };
  }

  async #readStored(height: number): Promise<MainBlock | null> {
    const stored = await mainBlock(this.reader, { height });
    return stored === null ? null : readMainBlock(parseJson(mainBlockToText(stored)));
  }

  /** Answers a query of a chain operator as JSON text. */
  answer(query: ChainQuery): Promise<string> {
    const { reader: store, network, codes, tip } = this;
    const resourceChain = { fixedHeight: 0, fixedMainHeight: 0 };
    return answerChainQuery({ store, network, registry: codes.registry, tip, resourceChain }, query);
  }

  /** Throws `DEFINITION_UNKNOWN` for a contract that cannot be run without the network's definition. */
  assertDefinitionKnown(method: Method): void {
    const { network } = this;
    if (method.space !== network.rootSpace || !ASKS_DEFINITION.has(method.name)) return;
    // The public network's built-in definition names its genesis address but no managers.
    if (this.isDefinitionKnown && network.manager_addresses.length > 0) return;
    throw definitionUnknown(
      `${method.name} depends on the managers of the network, which a node does not report. `,
    );
  }

  /** Throws `DEFINITION_UNKNOWN` for a result that depends on the network's constants, unless they are known. */
  assertConstantsKnown(asker: string): void {
    if (this.isDefinitionKnown) return;
    throw definitionUnknown(`${asker} depend on the network's constants, which a node does not report. `);
  }

  get isDefinitionKnown(): boolean {
    return this.#options.isDefinitionKnown;
  }
}

function definitionUnknown(message: string): ChainError {
  return errors.definitionUnknown({ message });
}
