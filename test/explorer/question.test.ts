import { expect } from "chai";
import { setImmediate } from "node:timers/promises";
import { RepeatedQuestion, type QuestionOptions, type Told } from "../../src/explorer/data/question.js";
import { nodeBusy } from "../../src/client/errors.js";

/** A try of the question, which the test ends. */
interface Try {
  answer(value: number, height?: number): Promise<void>;
  fail(error: Error): Promise<void>;
}

function askByHand(options: Partial<QuestionOptions<number>> = {}) {
  const tries: Try[] = [];
  const told: Told<number>[] = [];
  const question = new RepeatedQuestion<number>({
    ask: () =>
      new Promise((resolve, reject) => {
        tries.push({
          answer: async (value, height = value) => {
            resolve({ value, height });
            await setImmediate();
          },
          fail: async (error) => {
            reject(error);
            await setImmediate();
          },
        });
      }),
    isFinal: () => false,
    restMs: 0,
    isRepeated: false,
    isIdle: () => false,
    tell: (state) => told.push(state),
    ...options,
  });
  const follow = (version: number, forks = 0, height: number | null = 1): void =>
    question.follow({ version, forks, height });
  return { question, follow, tries, told };
}

const values = (told: readonly Told<number>[]): unknown => told.map(({ value }) => value);

describe("A question of the explorer", () => {
  it("is told its answer, however many blocks come while it is under way, and is asked again once after it", async () => {
    const { follow, tries, told } = askByHand();
    for (let version = 0; version < 50; version += 1) follow(version);
    expect(tries).to.have.length(1);
    await tries[0]?.answer(7);
    expect(told).to.deep.equal([{ value: 7, failure: null, height: 7, forks: 0 }]);
    expect(tries).to.have.length(2);
    await tries[1]?.answer(8);
    expect(values(told)).to.deep.equal([7, 8]);
    expect(tries).to.have.length(2);
  });

  it("is asked again at a fork, also when its answer is final, and says which answer was before it", async () => {
    const { follow, tries, told } = askByHand({ isFinal: () => true });
    follow(0);
    await tries[0]?.answer(7);
    follow(1);
    expect(tries).to.have.length(1);
    follow(2, 1);
    expect(tries).to.have.length(2);
    follow(3, 2);
    await tries[1]?.answer(8);
    await tries[2]?.answer(9);
    expect(told.map(({ forks }) => forks)).to.deep.equal([0, 1, 2]);
  });

  it("keeps its answer beside a failure, and is asked again after a pause or a change", async () => {
    const { question, follow, tries, told } = askByHand();
    follow(0);
    await tries[0]?.answer(7);
    follow(1);
    await tries[1]?.fail(nodeBusy({ message: "busy", url: "" }));
    expect(told.at(-1)?.value).to.equal(7);
    expect(told.at(-1)?.failure?.isPassing).to.equal(true);
    follow(2);
    expect(tries).to.have.length(2);
    while (tries.length < 3) await setImmediate();
    await tries[2]?.answer(8);
    expect(told.at(-1)).to.include({ value: 8, failure: null });
    question.close();
  });

  it("is repeated after a failure that passes by no pause when something changes", async () => {
    const { follow, tries, told } = askByHand();
    follow(0);
    await tries[0]?.fail(new Error("no such block"));
    expect(told.at(-1)?.failure?.isPassing).to.equal(false);
    expect(tries).to.have.length(1);
    follow(1);
    expect(tries).to.have.length(2);
  });

  it("is asked again when the chain turns out to be longer than its answer", async () => {
    const { follow, tries } = askByHand();
    follow(0, 0, null);
    await tries[0]?.answer(7);
    follow(0, 0, 7);
    expect(tries).to.have.length(1);
    const other = askByHand();
    other.follow(0, 0, null);
    await other.tries[0]?.answer(7);
    other.follow(0, 0, 8);
    expect(other.tries).to.have.length(2);
  });

  it("is not asked while the page is hidden, nor told when it is closed", async () => {
    let isIdle = true;
    const { question, follow, tries, told } = askByHand({ isIdle: () => isIdle });
    follow(0);
    expect(tries).to.have.length(0);
    isIdle = false;
    follow(1);
    expect(tries).to.have.length(1);
    question.close();
    await tries[0]?.answer(7);
    expect(told).to.deep.equal([]);
    follow(2);
    expect(tries).to.have.length(1);
  });

  it("that is repeated begins again only after its answer", async () => {
    const { question, follow, tries } = askByHand({ isRepeated: true, restMs: 1 });
    follow(0);
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect(tries).to.have.length(1);
    await tries[0]?.answer(1);
    while (tries.length < 2) await setImmediate();
    question.close();
  });
});
