import type { OnCall } from "../wire.js";

/** Calls and bytes of one operation in the measured time, of all nodes together. */
interface Traffic {
  calls: number;
  bytes: number;
}

/** What a network did in the measured time. */
export class Measurement {
  isOn = false;
  /** The bytes that each node received, of calls and of answers. */
  readonly #received: number[];
  readonly #operations = new Map<string, Traffic>();

  constructor(nodes: number) {
    this.#received = Array.from({ length: nodes }, () => 0);
  }

  readonly onCall: OnCall = ({ name, from }, to, bytes) => {
    if (!this.isOn) return;
    this.#received[to] = (this.#received[to] ?? 0) + bytes.call;
    this.#received[from] = (this.#received[from] ?? 0) + bytes.answer;
    const traffic = this.#operations.get(name) ?? { calls: 0, bytes: 0 };
    traffic.calls += 1;
    traffic.bytes += bytes.call + bytes.answer;
    this.#operations.set(name, traffic);
  };

  get calls(): number {
    return [...this.#operations.values()].reduce((total, { calls }) => total + calls, 0);
  }

  /** The bytes that a node received on average. */
  get received(): number {
    return this.#received.reduce((total, bytes) => total + bytes, 0) / this.#received.length;
  }

  /** By operation, those with most bytes first. */
  operations(): readonly (readonly [name: string, traffic: Readonly<Traffic>])[] {
    return [...this.#operations].toSorted(([, left], [, right]) => right.bytes - left.bytes);
  }
}
