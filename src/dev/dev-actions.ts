import { isAddress } from "../codec/address.js";
import { passed } from "../base/clock/clock.js";
import { ChainError, messageOf } from "../codec/chain-error.js";
import { isMap, objectToValue, type Value, type ValueMap } from "../codec/value.js";
import { networkMembers } from "../records/transaction-rules.js";
import { signTransaction } from "../records/transaction.js";
import { createKeyPair } from "../data/directory/identity.js";
import * as errors from "../node/errors.js";
import type { Node } from "../node/node.js";
import { namedDevAccounts } from "../data/dev-network.js";
import type { DevTime } from "./dev-time.js";
import { includeAll, isPrepared } from "../node/preset.js";
import type { RefusedSubmission } from "../node/submissions.js";
import type { ChainEnds } from "../store/store.js";

/** What a reader of a development chain may do beside reading it, by name. Each takes its parameters as a map. */
export type DevActions = ReadonlyMap<string, (given: ValueMap) => Promise<Value>>;

const COIN = 10n ** 18n;
/** What Faucet gives, less a coin for the fees of two transactions. */
const MOST_COINS = 29_999n;
const UNITS = /^[1-9][0-9]{0,22}$/;
const POLL_US = 100_000;
/** How long a resource block is searched for on request, µs. */
const MINING_US = 300_000_000;

export function createDevActions(node: Node, time: DevTime): DevActions {
  const { clock, ledger, mining } = node;
  const accounts = namedDevAccounts();
  const snapshots = new DevSnapshots(node);
  const refused = new RefusedTransactions();
  let hasBegun = false;
  node.onRefused((refusal) => {
    // A busy node refuses thousands a second, and will take the same transaction later.
    if (refusal.error instanceof ChainError && refusal.error.kind === "busy") return;
    // What a new chain is made of is sent again by itself when it comes too late.
    hasBegun ||= isPrepared(node, "dev");
    if (hasBegun) refused.note(refusal);
  });
  let lastUs = 0;

  /** Signs a call with the key of an account, and submits it. Throws `DEV_ACTION`, or why the call is refused. */
  async function signAndSend(given: ValueMap): Promise<Value> {
    const [from, call] = [given.get("from"), given.get("call")];
    const account = accounts.find(({ name, address }) => name === from || address === from);
    if (account === undefined) throw errors.devAction({ reason: "from is not a development account" });
    if (!isMap(call)) throw errors.devAction({ reason: "call is not an object" });
    // Equal calls in one moment are two transactions.
    lastUs = Math.max(clock.nowUs(), lastUs + 1);
    const members = [
      ...networkMembers(ledger.network),
      ...call,
      ["timestamp", BigInt(lastUs)],
      ["from", account.address],
    ] as const;
    const signed = signTransaction(new Map<string, Value>(members), account.privateKey);
    const { transaction, public_key, signature } = signed;
    return objectToValue({ hash: await node.sendTransaction({ transaction, public_key, signature }) });
  }

  /**
   * Gives new coins to any address by two transactions of the chain: a new key gets them from Faucet, and sends them on.
   * What is left stays with that key, which is kept nowhere.
   */
  async function give(given: ValueMap): Promise<Value> {
    const [to, amount] = [given.get("to"), given.get("amount")];
    if (typeof to !== "string" || !isAddress(to)) throw errors.devAction({ reason: "to is not an address" });
    if (typeof amount !== "string" || !UNITS.test(amount) || BigInt(amount) > MOST_COINS * COIN)
      throw errors.devAction({ reason: `amount is not a number of units up to ${MOST_COINS} coins` });
    const giver = createKeyPair();
    await includeAll(node, giver, [{ type: "Faucet" }]);
    await includeAll(node, giver, [{ type: "Send", to, amount }]);
    return objectToValue({ from: giver.address });
  }

  /** Mines one resource block, and leaves mining on or off as it was. */
  async function mineOne(): Promise<Value> {
    const heightNow = (): number => ledger.resourceChain.tip?.height ?? 0;
    const [before, untilUs, wasOn] = [heightNow(), clock.nowUs() + MINING_US, mining.isOn];
    mining.start();
    try {
      while (heightNow() <= before) {
        if (clock.nowUs() > untilUs)
          throw errors.devAction({ reason: "no resource block was found in time" });
        await passed(clock, POLL_US);
      }
    } finally {
      if (!wasOn) await mining.stop();
    }
    return objectToValue({ height: BigInt(heightNow()) });
  }

  const tellTime = (): Value =>
    objectToValue({ now: BigInt(Math.round(time.nowUs)), ahead: BigInt(Math.round(time.aheadUs)) });

  return new Map<string, (given: ValueMap) => Promise<Value>>([
    ["accounts", async () => accounts.map(({ name, address }) => objectToValue({ name, address }))],
    ["send", signAndSend],
    ["refused", async () => refused.toData()],
    ["faucet", give],
    ["mine", mineOne],
    ["seal", async () => objectToValue({ height: BigInt(await node.makeBlocks()) })],
    [
      "mining",
      async (given) => {
        const isWanted = given.get("on");
        if (isWanted === true) mining.start();
        else if (isWanted === false) await mining.stop();
        return objectToValue({ on: mining.isOn });
      },
    ],
    ["time", async () => tellTime()],
    [
      "warp",
      async (given) => {
        const seconds = given.get("seconds");
        await time.warp(typeof seconds === "bigint" ? Number(seconds) : Number.NaN);
        return tellTime();
      },
    ],
    ["snapshot", () => snapshots.take()],
    ["snapshots", async () => snapshots.list()],
    [
      "revert",
      async (given) => {
        await snapshots.revert(given.get("snapshot"));
        return objectToValue({ height: BigInt(ledger.tip.height) });
      },
    ],
  ]);
}

const MAX_KEPT = 100;
/** Larger ones are not kept, in bytes: the list fits in a few megabytes. */
const MAX_SIZE = 65_536;

/** The transactions that a node refused last, newest first, in memory alone. */
class RefusedTransactions {
  #kept: readonly RefusedSubmission[] = [];

  note(refusal: RefusedSubmission): void {
    const { hash, size } = refusal.transaction;
    if (size > MAX_SIZE) return;
    const others = this.#kept.filter(({ transaction }) => transaction.hash !== hash);
    this.#kept = [refusal, ...others].slice(0, MAX_KEPT);
  }

  /** As data: the hash, the transaction, why it was refused, and the main block after which it was. */
  toData(): Value {
    return this.#kept.map(({ transaction: { hash, transaction }, error, height }) =>
      objectToValue({
        hash,
        transaction,
        reason: messageOf(error).trim(),
        code: error instanceof ChainError ? error.code : null,
        height: BigInt(height),
      }),
    );
  }
}

/** The most snapshots that are kept; the oldest is forgotten. */
const MOST = 100;

interface Snapshot extends ChainEnds {
  readonly id: number;
  readonly timeUs: number;
}

type RevertibleNode = Pick<Node, "clock" | "ledger" | "settled" | "revert">;

/** The places in both chains that the developer may go back to. They end with the process; time does not go back. */
class DevSnapshots {
  readonly #node: RevertibleNode;
  readonly #snapshots: Snapshot[] = [];
  #last = 0;

  constructor(node: RevertibleNode) {
    this.#node = node;
  }

  /** Takes one after the block under way. */
  async take(): Promise<Value> {
    const { ledger, clock } = this.#node;
    await this.#node.settled();
    const { tip, resourceChain } = ledger;
    const taken: Snapshot = {
      id: (this.#last += 1),
      timeUs: clock.nowUs(),
      main: { height: tip.height, blockhash: tip.blockhash },
      resource: { height: resourceChain.tip?.height ?? 0, blockhash: resourceChain.tip?.blockhash ?? "" },
    };
    this.#snapshots.push(taken);
    if (this.#snapshots.length > MOST) this.#snapshots.shift();
    return toValue(taken);
  }

  list(): Value {
    return this.#snapshots.map(toValue);
  }

  /** Undoes what came after a snapshot, and forgets the later ones. Throws `DEV_ACTION`. */
  async revert(id: Value | undefined): Promise<void> {
    const index = this.#snapshots.findIndex((snapshot) => BigInt(snapshot.id) === id);
    const snapshot = this.#snapshots[index];
    if (snapshot === undefined) throw errors.devAction({ reason: "there is no such snapshot" });
    await this.#node.revert(snapshot);
    this.#snapshots.length = index + 1;
  }
}

function toValue({ id, timeUs, main, resource }: Snapshot): Value {
  return objectToValue({
    id: BigInt(id),
    time: BigInt(timeUs),
    height: BigInt(main.height),
    resource_height: BigInt(resource.height),
  });
}
