import { listAllCodes } from "../../client/list-all-codes.js";
import { ChainError } from "../../codec/chain-error.js";
import { lengthOfCells } from "../../store/cells-length.js";
import type { Value } from "../../codec/value.js";
import type { Network } from "../../records/network.js";
import type {
  BlockTarget,
  ListedTransaction,
  MainBlockSummary,
  Page,
  StateKind,
  StoreReader,
} from "../../store/store.js";
import { firstWritesIn } from "../trial/first-writes.js";
import { LaterBlocks } from "./later-blocks.js";
import { RemoteCells, unlisted } from "./remote-cells.js";
import { RemoteMainChain } from "./remote-main-chain.js";
import { RemoteResourceChain } from "./remote-resource-chain.js";
import type { SourceClient } from "./source-client.js";
import { TrueValues } from "./true-values.js";

interface RemoteParts {
  readonly pinned: MainBlockSummary;
  readonly cells: RemoteCells;
  readonly main: RemoteMainChain;
  readonly resource: RemoteResourceChain;
  readonly codeKeys: readonly string[];
  readonly trueValues: TrueValues;
}

/**
 * The chain of another node as of its current last main block, read piece by piece on demand. What the node adds later
 * is hidden. The node is only read from.
 */
export class RemoteStore implements StoreReader {
  readonly #parts: RemoteParts;

  private constructor(parts: RemoteParts) {
    this.#parts = parts;
  }

  /** Opens the chain at its current tip. Throws `CHAIN_EMPTY` when the node has no main block yet. */
  static async open(client: SourceClient, network: Network): Promise<RemoteStore> {
    const pinned = await client.getBlockSummary();
    if (pinned === null) {
      throw new ChainError("CHAIN_EMPTY", "The node has no main block yet. ", { kind: "unavailable" });
    }
    const listed = await listAllCodes(client);
    const codeKeys = listed.map(({ kind, id }) => network.prefixes[kind] + id);
    const { height } = pinned;
    const trueValues = new TrueValues(client, network, listed);
    const later = new LaterBlocks(client, pinned, trueValues);
    return new RemoteStore({
      pinned,
      cells: new RemoteCells({ client, network, height, later, codeKeys }),
      main: new RemoteMainChain(client, pinned),
      resource: new RemoteResourceChain(client, await lastResourceHeight(client, height)),
      codeKeys,
      trueValues,
    });
  }

  async readMeta(): Promise<null> {
    return null;
  }

  readState(kind: StateKind, paddedKeys: readonly string[]): Promise<Map<string, Value>> {
    return this.#parts.cells.read(kind, paddedKeys);
  }

  async stateLength(kind: StateKind, paddedKeys: readonly string[]): Promise<number> {
    return lengthOfCells((await this.readState(kind, paddedKeys)).values());
  }

  async valuesBefore(
    kind: StateKind,
    fromHeight: number,
    paddedKeys: readonly string[],
  ): Promise<Map<string, Value>> {
    const { main, pinned, trueValues } = this.#parts;
    const keys = { universal: [], local: [], [kind]: paddedKeys };
    const writes = await firstWritesIn(main.blocks(fromHeight, pinned.height), keys);
    return new Map((await trueValues.before(writes, fromHeight))[kind]);
  }

  listState(kind: StateKind, prefix: string, page?: Page) {
    return this.#parts.cells.list(kind, prefix, page);
  }

  streamState(): never {
    throw unlisted();
  }

  /** Lists the codes in the order of the node's list, which does not show which code is newer. */
  async listCodeWrites(): Promise<readonly string[]> {
    return this.#parts.codeKeys;
  }

  async lastMainBlock(): Promise<MainBlockSummary> {
    return this.#parts.pinned;
  }

  mainBlock(target: BlockTarget) {
    return this.#parts.main.block(target);
  }

  mainBlockSummary(target: BlockTarget) {
    return this.#parts.main.summary(target);
  }

  mainBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#parts.main.summaries(fromHeight, toHeight);
  }

  mainBlockBody(block: MainBlockSummary) {
    return this.#parts.main.body(block);
  }

  streamMainBlocks(fromHeight: number, toHeight: number) {
    return this.#parts.main.stream(fromHeight, toHeight);
  }

  transaction(hash: string) {
    return this.#parts.main.transaction(hash);
  }

  async knownTransactions(hashes: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(hashes.map((hash) => this.#parts.main.transaction(hash)));
    return new Set(found.flatMap((transaction) => transaction?.hash ?? []));
  }

  listTransactions(page: Page, address?: string) {
    return this.#parts.main.listTransactions(page, address);
  }

  async *streamTransactions(page: Page, address?: string): AsyncGenerator<ListedTransaction> {
    yield* await this.listTransactions(page, address);
  }

  lastResourceBlock() {
    return this.#parts.resource.lastResourceBlock();
  }

  resourceBlock(target: BlockTarget) {
    return this.#parts.resource.resourceBlock(target);
  }

  resourceBlockBefore(timestampUs: number) {
    return this.#parts.resource.resourceBlockBefore(timestampUs);
  }

  resourceBlockSummaries(fromHeight: number, toHeight: number) {
    return this.#parts.resource.resourceBlocks(fromHeight, toHeight);
  }

  resourceBlocks(fromHeight: number, toHeight: number) {
    return this.#parts.resource.resourceBlocks(fromHeight, toHeight);
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }
}

/** Finds the last resource block whose main_height is not above a height. */
async function lastResourceHeight(client: SourceClient, mainHeight: number): Promise<number> {
  let block = await client.getResourceBlockSummary();
  while (block !== null && block.main_height > mainHeight)
    block = block.height === 1 ? null : await client.getResourceBlockSummary(block.height - 1);
  return block?.height ?? 0;
}
