import { ChainError } from "../../src/codec/chain-error.js";
import { mapToValue, type Value } from "../../src/codec/value.js";
import type { Client } from "../../src/client/create-client.js";
import { repeatAside, type Clock } from "../../src/base/clock/clock.js";
import { createLane } from "../../src/base/lane.js";
import type { BroadcastQuery, Engine } from "../../src/api/engine.js";
import type { Node } from "../../src/node/node.js";
import { findCommonBlocks } from "../../src/peers/sync/common-blocks.js";
import { switchChains } from "../../src/peers/sync/switch-chains.js";
import { isLonger, ownStatus, type ChainStatus } from "../../src/peers/sync/chain-status.js";
import { chunkToValue, readChunk } from "../../src/records/chunk.js";
import { hypothesisToValue, readHypothesis } from "../../src/records/hypothesis.js";
import { Fields } from "../../src/records/fields.js";
import { MAX_ROUND_RECEIPTS, TIMESTAMP_ERROR_US } from "../../src/records/limits.js";
import { readMainBlock } from "../../src/records/main-block.js";
import { assertReceipt, type Receipt } from "../../src/records/receipt.js";
import { readResourceBlock } from "../../src/records/resource-block.js";
import {
  assertSigned,
  readSignedTransaction,
  recordToInput,
  type SignedTransaction,
} from "../../src/records/transaction.js";
import { mineNext } from "../support/forged-blocks.js";
import { forwardTo } from "../support/forward-to.js";
import { transactionToRecord } from "../support/transaction-record.js";
import { PlainRound } from "./plain-round.js";

export interface PlainOptions {
  /** Holds ledger, identity and peers; it does not run, and only answers as a peer. */
  readonly node: Node;
  readonly clients: readonly Client[];
  /** How long the next search for a nonce takes, µs. */
  readonly searchUs: () => number;
  readonly onFailure: (error: unknown) => void;
}

const TURN_US = 100_000;
const POLL_US = 250_000;
/** How long a peer that failed is not asked. */
const PAUSE_US = 3_000_000;
/** More than a run has, so that a peer's claims end. */
const MAX_BRANCH = 512;

/**
 * A validator as of the 2.1 network: it follows PROTOCOL 8 to 11 and none of the local rules (PROTOCOL 15). It uses what
 * is dated up to five seconds ahead, takes the longest chain by its heights however old its own blocks are, includes
 * every receipt, and believes that a resource block was mined when it says so.
 */
export class PlainNode {
  readonly #options: PlainOptions;
  readonly #round: PlainRound;
  readonly #lane = createLane();
  /** By asker, of the open round and earlier ones. */
  readonly #receipts = new Map<string, Receipt>();
  readonly #pausedUntil = new Map<Client, number>();

  constructor(options: PlainOptions) {
    this.#options = options;
    const { ledger, identity } = options.node;
    this.#round = new PlainRound(ledger, identity.node);
  }

  start(): void {
    const { clock } = this.#options.node;
    const guarded = (task: () => Promise<unknown>) => async (): Promise<void> => {
      await task().catch(this.#options.onFailure);
    };
    repeatAside(
      clock,
      TURN_US,
      guarded(() => this.#lane(() => this.#round.turn(clock.nowUs()))),
    );
    for (const client of this.#options.clients) {
      repeatAside(
        clock,
        POLL_US,
        guarded(() => this.#asking(client, () => this.#collect(client))),
      );
      repeatAside(
        clock,
        POLL_US,
        guarded(() => this.#asking(client, () => this.#sync(client))),
      );
    }
    this.#mine(clock);
  }

  engine(): Engine {
    const { node } = this.#options;
    return forwardTo(() => node, {
      sendTransaction: async (input) => this.#accept(readSignedTransaction(input)),
      broadcast: async (query) => ({ value: this.#shown(query) }),
    });
  }

  /** Accepts whatever is signed and timely. */
  async #accept(transaction: SignedTransaction): Promise<string> {
    assertSigned(transaction);
    const { ledger, clock } = this.#options.node;
    const { timestamp, hash } = transaction;
    if (timestamp > ledger.tip.s_timestamp && timestamp < clock.nowUs() + TIMESTAMP_ERROR_US)
      this.#round.pool.set(hash, transaction);
    return hash;
  }

  #shown({ chain_type, round_key }: BroadcastQuery): Value {
    const { tip } = this.#options.node.ledger;
    if (chain_type === "resource") return mapToValue(new Map([["receipts", mapToValue(new Map())]]));
    const { pool, chunks, hypotheses } = this.#round;
    const isOpen = (round_key ?? tip.blockhash) === tip.blockhash;
    const each = <T>(records: ReadonlyMap<string, T>, toValue: (record: T) => Value): Value =>
      mapToValue(new Map(isOpen ? Array.from(records, ([name, record]) => [name, toValue(record)]) : []));
    return new Map<string, Value>([
      ["transactions", each(pool, transactionToRecord)],
      ["chunks", each(chunks, chunkToValue)],
      ["hypotheses", each(hypotheses, hypothesisToValue)],
    ]);
  }

  /** Asks a peer. One that fails, or gives something invalid, is left alone for a while. */
  async #asking(client: Client, work: () => Promise<void>): Promise<void> {
    const { clock } = this.#options.node;
    if ((this.#pausedUntil.get(client) ?? 0) > clock.nowUs()) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      this.#pausedUntil.set(client, clock.nowUs() + PAUSE_US);
    }
  }

  async #collect(client: Client): Promise<void> {
    const { ledger, clock } = this.#options.node;
    const key = ledger.tip.blockhash;
    const shown = new Fields(await client.call("Broadcast", new Map([["round_key", key]])), "broadcast");
    for (const record of shown.map("transactions").values())
      await this.#accept(readSignedTransaction(recordToInput(record)));
    for (const chunk of shown.map("chunks").values()) await this.#round.take(readChunk(chunk), clock.nowUs());
    for (const each of shown.map("hypotheses").values())
      await this.#round.take(readHypothesis(each), clock.nowUs());
    for (const [asker, receipt] of await client.resourceBroadcast(key)) {
      if (this.#receipts.size >= MAX_ROUND_RECEIPTS || receipt.previous_blockhash !== key) continue;
      assertReceipt(receipt);
      this.#receipts.set(asker, receipt);
    }
  }

  /** Takes a peer's chains when they are longer (PROTOCOL 11.1 to 11.5). */
  async #sync(client: Client): Promise<void> {
    const { ledger, clock } = this.#options.node;
    const [main, resource] = await Promise.all([client.round(), client.resourceRound()]);
    const theirs: ChainStatus = {
      main: main.sync_limit,
      resource: resource.sync_limit,
      tip: main.block,
      resourceTip: null,
    };
    const ours = ownStatus(ledger);
    if (!isLonger(theirs, ours)) return;
    const common = await findCommonBlocks(ledger, client, theirs);
    const [mains, resources] = await Promise.all([
      all((from) => client.getBlocksAs(readMainBlock, from), common.main, theirs.main),
      all((from) => client.getResourceBlocksAs(readResourceBlock, from), common.resource, theirs.resource),
    ]);
    const branch = { main: mains, resource: resources };
    const reach = { main: common.main + mains.length, resource: common.resource + resources.length };
    await this.#lane(async () => {
      const now = ownStatus(ledger);
      if (now.tip.blockhash !== ours.tip.blockhash || now.resource !== ours.resource) return;
      if (!isLonger(reach, ours)) return;
      const undone = await switchChains(
        ledger,
        { common, theirs: branch },
        { nowUs: () => clock.nowUs(), mainAheadUs: TIMESTAMP_ERROR_US },
      );
      for (const transaction of undone) await this.#accept(transaction);
    });
  }

  #mine(clock: Clock): void {
    const { node, searchUs, onFailure } = this.#options;
    const { ledger, identity } = node;
    clock.schedule(searchUs(), () => {
      void this.#lane(async () => {
        const parent = ledger.resourceChain.tip;
        const { height: main_height, blockhash: main_blockhash } = ledger.tip;
        const timestamp = clock.nowUs();
        if (parent === null || main_height < parent.main_height) return;
        if (timestamp <= parent.timestamp + ledger.network.constants.main_chain_interval) return;
        const { address } = identity.node;
        const named = { main_height, main_blockhash, validator: address, miner: identity.owner };
        const receipts = await this.#standing(parent.main_height);
        const block = await mineNext(ledger, { ...named, timestamp, receipts });
        await ledger.resourceChain.commit(block, timestamp);
      })
        .catch(onFailure)
        .then(() => this.#mine(clock));
    });
  }

  /** Every receipt whose main block is in the chain, for the parent's main block and earlier ones (PROTOCOL 10.9). */
  async #standing(mainHeight: number): Promise<ReadonlyMap<string, Receipt>> {
    const { store } = this.#options.node.ledger;
    const standing = new Map<string, Receipt>();
    for (const [asker, receipt] of this.#receipts) {
      const block = await store.mainBlockSummary({ blockhash: receipt.previous_blockhash });
      if (block !== null && block.height <= mainHeight) standing.set(asker, receipt);
    }
    this.#receipts.clear();
    return standing;
  }
}

/** The blocks above a height, in order, as far as the peer has them. */
async function all<Block>(
  ask: (from: number) => Promise<readonly Block[]>,
  above: number,
  to: number,
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  while (above + blocks.length < to && blocks.length < MAX_BRANCH) {
    const next = await ask(above + blocks.length + 1);
    if (next.length === 0) break;
    blocks.push(...next);
  }
  return blocks;
}
