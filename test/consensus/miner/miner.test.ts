import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { promisify } from "node:util";
import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import { isProof } from "../../../src/consensus/miner/kernel.js";
import { Miner, type MinerOptions, HashRate } from "../../../src/consensus/miner/miner.js";
import type { MiningJob, MiningResult } from "../../../src/consensus/miner/mining-job.js";
import { hashLimit } from "../../../src/records/difficulty.js";
import { skip } from "../../support/skip.js";

const MINER_URL = new URL("../../../src/consensus/miner/miner.js", import.meta.url).href;
const IMPOSSIBLE = "0".repeat(64);
const NOW = 1_700_000_000_000_000;

function jobOf(digit: string, difficulty = "20000"): MiningJob {
  return {
    prefix: digit.repeat(142),
    difficulty,
    limit: hashLimit(difficulty),
    timestamp: NOW,
    valid_until: NOW + 15_000_000,
  };
}

function impossible(digit: string): MiningJob {
  return { ...jobOf(digit), limit: IMPOSSIBLE };
}

/** The 19th field of proc_pid_stat(5); the second, the name in parentheses, may hold spaces. */
function nicenessOf(thread: string): number {
  const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
}

describe("consensus/miner: the miner and its threads (PROTOCOL 10.3)", () => {
  const results: MiningResult[] = [];
  const failures: ChainError[] = [];
  const news = new EventTarget();
  let now = NOW;
  let miner: Miner;

  function createMiner(options: Partial<MinerOptions> = {}): Miner {
    miner = new Miner({
      threads: 2,
      duty: 1,
      random: randomBytes,
      now: () => {
        news.dispatchEvent(new Event("clock"));
        return now;
      },
      onFound: (result) => {
        results.push(result);
        news.dispatchEvent(new Event("news"));
      },
      onFailure: (error) => {
        failures.push(error);
        news.dispatchEvent(new Event("news"));
      },
      ...options,
    });
    return miner;
  }

  async function nextNews(): Promise<void> {
    await once(news, "news");
  }

  /** Resolves with the next report of a thread: at each report the miner reads the clock. */
  async function nextReport(): Promise<void> {
    await once(news, "clock");
  }

  beforeEach(() => {
    results.length = 0;
    failures.length = 0;
    now = NOW;
  });

  afterEach(async () => {
    await miner.stop();
    expect(failures).to.deep.equal([]);
  });

  it("finds one proof a job", async () => {
    createMiner().start();
    for (const digit of ["a", "b", "c"]) {
      const job = jobOf(digit);
      miner.work(job);
      await nextNews();
      const result = results.at(-1);
      expect(result?.prefix).to.equal(job.prefix);
      expect(isProof(job.prefix, result?.nonce ?? "", job.limit)).to.equal(true);
    }
    expect(results.length).to.equal(3);
  });

  it("works on the job it was given before its start", async () => {
    createMiner({ threads: 1 }).work(jobOf("a"));
    miner.start();
    await nextNews();
    expect(results.map(({ prefix }) => prefix)).to.deep.equal([jobOf("a").prefix]);
  });

  it("draws a different salt for every thread", async () => {
    const lengths: number[] = [];
    createMiner({
      threads: 3,
      random: (length) => {
        lengths.push(length);
        return randomBytes(length);
      },
    }).start();
    expect(lengths).to.deep.equal([20, 20, 20]);
  });

  it("switches to the next job during a search, and drops results of the old one", async () => {
    createMiner().start();
    for (let round = 0; round < 20; round++) miner.work(jobOf(round % 2 === 0 ? "a" : "b", "1000"));
    miner.work(impossible("c"));
    await nextReport();
    miner.work(jobOf("d"));
    await nextNews();
    expect(results.map(({ prefix }) => prefix)).to.deep.equal([jobOf("d").prefix]);
  });

  it("stops during a search, and starts again with the same job", async () => {
    createMiner().start();
    miner.work(impossible("a"));
    await nextReport();
    await miner.stop();
    expect(miner.status()).to.deep.include({ mining: false, threads: 0 });
    miner.start();
    expect(miner.status()).to.deep.include({ mining: true, threads: 2, hash_rate: 0 });
    await nextReport();
    now += 1_000_000;
    expect(miner.status().hash_rate).to.be.above(0);
  });

  it("can be stopped while its threads are starting, twice, and without a start", async () => {
    createMiner();
    await miner.stop();
    miner.start();
    await Promise.all([miner.stop(), miner.stop()]);
    expect(miner.status().mining).to.equal(false);
  });

  it("starts its threads only once", () => {
    createMiner().start();
    miner.start();
    expect(miner.status().threads).to.equal(2);
  });

  it("finds nothing for an expired job", async () => {
    createMiner({ threads: 1 }).start();
    miner.work({ ...jobOf("a"), valid_until: NOW });
    await nextReport();
    expect(results).to.deep.equal([]);
  });

  it("finds proofs while it works for a share of the time only", async () => {
    createMiner({ threads: 1, duty: 0.5 }).start();
    miner.work(jobOf("a"));
    await nextNews();
    expect(results.length).to.equal(1);
  });

  it("lowers the priority of its threads, and theirs alone", async function () {
    if (process.platform !== "linux") skip(this, "priorities of threads are read from /proc");
    const before = getPriority();
    createMiner().start();
    miner.work(impossible("a"));
    await nextReport();
    const niceness = readdirSync("/proc/self/task").map(nicenessOf);
    expect(niceness.filter((nice) => nice === constants.priority.PRIORITY_LOW).length).to.be.within(1, 2);
    expect(getPriority()).to.equal(before);
  });

  it("reports a thread that fails", async () => {
    createMiner({ threads: 1, random: () => new Uint8Array(3) }).start();
    miner.work(jobOf("a"));
    await nextNews();
    expect(failures.splice(0).map(({ code }) => code)).to.deep.equal(["MINING_THREAD"]);
    expect(miner.status()).to.deep.include({ mining: false, threads: 0 });
  });

  it("does not keep the process alive", async () => {
    const script = `
      let looks = 0;
      import(${JSON.stringify(MINER_URL)}).then(({ Miner }) => {
        const miner = new Miner({ threads: 2, duty: 1, random: (length) => new Uint8Array(length),
          now: () => looks++, onFound: () => {}, onFailure: (error) => { throw error; } });
        miner.start();
        miner.work(${JSON.stringify(impossible("a"))});
        // The third reading of the clock belongs to a thread's first report: it is in the middle of its search.
        const watch = setInterval(() => {
          if (looks <= 2) return;
          clearInterval(watch);
          console.log("left");
        }, 10);
      });`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { timeout: 240_000 });
    expect(stdout).to.equal("left\n");
  });

  for (const [code, options] of [
    ["MINING_THREADS", { threads: 0 }],
    ["MINING_THREADS", { threads: 1.5 }],
    ["MINING_THREADS", { threads: 257 }],
    ["MINING_DUTY", { duty: 0 }],
    ["MINING_DUTY", { duty: 1.1 }],
    ["MINING_DUTY", { duty: Number.NaN }],
  ] as const)
    it(`refuses ${JSON.stringify(options)} with ${code}`, () => {
      expect(() => createMiner(options))
        .to.throw(ChainError)
        .with.property("code", code);
    });

  it("refuses a job whose prefix leaves no room for its nonces, and keeps the current one", async () => {
    createMiner({ threads: 1 }).work(jobOf("a"));
    for (const [code, job] of [
      ["MINING_PREFIX", { ...jobOf("b"), prefix: "b".repeat(100) }],
      ["MINING_LIMIT", { ...jobOf("b"), limit: "0" }],
    ] as const)
      expect(() => miner.work(job))
        .to.throw(ChainError)
        .with.property("code", code);
    miner.start();
    await nextNews();
    expect(results.map(({ prefix }) => prefix)).to.deep.equal([jobOf("a").prefix]);
  });
});

const SECOND = 1_000_000;

describe("the hash rate: tries a second over a window", () => {
  it("is 0 before any time has passed", () => {
    const rate = new HashRate(10 * SECOND, 5 * SECOND);
    rate.add(100, 5 * SECOND);
    expect(rate.perSecond(5 * SECOND)).to.equal(0);
  });

  it("measures from the start until the window is full", () => {
    const rate = new HashRate(10 * SECOND, 5 * SECOND);
    rate.add(100, 6 * SECOND);
    expect(rate.perSecond(6 * SECOND)).to.equal(100);
    expect(rate.perSecond(9 * SECOND)).to.equal(25);
  });

  it("forgets what is older than the window", () => {
    const rate = new HashRate(10 * SECOND, 0);
    rate.add(1000, 1 * SECOND);
    rate.add(500, 12 * SECOND);
    expect(rate.perSecond(12 * SECOND)).to.equal(50);
    expect(rate.perSecond(22 * SECOND)).to.equal(0);
  });

  it("does not count the time before a restart", () => {
    const rate = new HashRate(10 * SECOND, 0);
    rate.add(1000, 1 * SECOND);
    rate.restart(8 * SECOND);
    rate.add(30, 9 * SECOND);
    expect(rate.perSecond(9 * SECOND)).to.equal(30);
  });
});
