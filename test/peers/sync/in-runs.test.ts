import { expect } from "chai";
import { inRuns } from "../../../src/peers/sync/in-runs.js";

/** A stream whose items arrive when the test says so. */
class Belt {
  readonly #waiting: ((result: IteratorResult<number>) => void)[] = [];
  isReturned = false;
  readonly [Symbol.asyncIterator] = (): AsyncIterator<number> => ({
    next: () => new Promise((resolve) => this.#waiting.push(resolve)),
    return: async () => {
      this.isReturned = true;
      return { done: true, value: undefined };
    },
  });

  put(value: number): void {
    this.#waiting.shift()?.({ done: false, value });
  }
}

async function* each(items: readonly number[], failure?: Error): AsyncGenerator<number> {
  yield* items;
  if (failure !== undefined) throw failure;
}

const atMost =
  (length: number) =>
  (run: readonly unknown[]): boolean =>
    run.length >= length;

describe("Items of a stream, taken together", () => {
  async function runsOf(
    items: AsyncIterable<number>,
    length: number,
  ): Promise<readonly (readonly number[])[]> {
    const runs: (readonly number[])[] = [];
    for await (const run of inRuns(items, atMost(length))) runs.push(run);
    return runs;
  }

  it("are as many as have arrived, up to a full run", async () => {
    expect(await runsOf(each([1, 2, 3, 4, 5]), 2)).to.deep.equal([[1, 2], [3, 4], [5]]);
    expect(await runsOf(each([1, 2, 3]), 9)).to.deep.equal([[1, 2, 3]]);
    expect(await runsOf(each([]), 9)).to.deep.equal([]);
  });

  it("do not wait for one that is still on its way", async () => {
    const belt = new Belt();
    const runs = inRuns(belt, atMost(9));
    const first = runs.next();
    belt.put(1);
    expect((await first).value).to.deep.equal([1]);
    belt.put(2);
    expect((await runs.next()).value).to.deep.equal([2]);
  });

  it("precede the failure that ends the stream", async () => {
    const runs: (readonly number[])[] = [];
    const failure = new Error("the end");
    const take = async (): Promise<void> => {
      for await (const run of inRuns(each([1, 2, 3], failure), atMost(2))) runs.push(run);
    };
    expect(await take().catch((error: unknown) => error)).to.equal(failure);
    expect(runs).to.deep.equal([[1, 2], [3]]);
  });

  it("end the stream when the consumer stops", async () => {
    const belt = new Belt();
    const runs = inRuns(belt, atMost(1));
    const first = runs.next();
    belt.put(1);
    await first;
    await runs.return();
    expect(belt.isReturned).to.equal(true);
  });
});
