import { objectToValue, type Value } from "../codec/value.js";
import type { ChainEnds } from "../store/store.js";
import type { Node } from "../node/node.js";
import * as errors from "../node/errors.js";

/** The most snapshots that are kept; the oldest is forgotten. */
const MOST = 100;

interface Snapshot extends ChainEnds {
  readonly id: number;
  readonly timeUs: number;
}

type RevertibleNode = Pick<Node, "clock" | "ledger" | "settled" | "revert">;

/** The places in both chains that the developer may go back to. They end with the process; time does not go back. */
export class DevSnapshots {
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
