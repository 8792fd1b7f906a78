import { expect } from "chai";
import { inBatches } from "../../../src/ledger/apply/apply-blocks.js";

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
  (batch: readonly unknown[]): boolean =>
    batch.length >= length;

describe("Items of a stream, taken together", () => {
  async function batchesOf(
    items: AsyncIterable<number>,
    length: number,
  ): Promise<readonly (readonly number[])[]> {
    const batches: (readonly number[])[] = [];
    for await (const batch of inBatches(items, atMost(length))) batches.push(batch);
    return batches;
  }

  it("are as many as have arrived, up to a full batch", async () => {
    expect(await batchesOf(each([1, 2, 3, 4, 5]), 2)).to.deep.equal([[1, 2], [3, 4], [5]]);
    expect(await batchesOf(each([1, 2, 3]), 9)).to.deep.equal([[1, 2, 3]]);
    expect(await batchesOf(each([]), 9)).to.deep.equal([]);
  });

  it("do not wait for one that is still on its way", async () => {
    const belt = new Belt();
    const batches = inBatches(belt, atMost(9));
    const first = batches.next();
    belt.put(1);
    expect((await first).value).to.deep.equal([1]);
    belt.put(2);
    expect((await batches.next()).value).to.deep.equal([2]);
  });

  it("wait for the next one while their batch is open", async () => {
    const belt = new Belt();
    const batches = inBatches(belt, atMost(1), (batch) => batch.at(-1) === 1);
    const first = batches.next();
    belt.put(1);
    await new Promise((resolve) => setImmediate(resolve));
    belt.put(2);
    expect((await first).value).to.deep.equal([1, 2]);
  });

  it("precede the failure that ends the stream", async () => {
    const batches: (readonly number[])[] = [];
    const failure = new Error("the end");
    const take = async (): Promise<void> => {
      for await (const batch of inBatches(each([1, 2, 3], failure), atMost(2))) batches.push(batch);
    };
    expect(await take().catch((error: unknown) => error)).to.equal(failure);
    expect(batches).to.deep.equal([[1, 2], [3]]);
  });

  it("end the stream when the consumer stops", async () => {
    const belt = new Belt();
    const batches = inBatches(belt, atMost(1));
    const first = batches.next();
    belt.put(1);
    await first;
    await batches.return();
    expect(belt.isReturned).to.equal(true);
  });
});
