import { expect } from "chai";
import { createHash } from "node:crypto";
import { ChainError } from "../../../src/codec/chain-error.js";
import type { Kernel, SearchTask } from "../../../src/consensus/miner/kernel.js";
import { createMiningJob } from "../../../src/consensus/miner/mining-job.js";
import { COUNTERS, nonceOf, SALT_DIGITS } from "../../../src/consensus/miner/nonce.js";
import { REFERENCE_KERNEL } from "../../support/reference-kernel.js";
import {
  createJavaScriptKernel,
  createFastestKernel,
  createSimdKernel,
} from "../../../src/consensus/miner/kernels.js";
import { hashLimit } from "../../../src/records/difficulty.js";
import {
  assertResourceBlock,
  createResourceBlock,
  readResourceBlock,
} from "../../../src/records/resource-block.js";
import { listIn, mapIn, readVector } from "../../support/vectors.js";

const SALT = "0123456789".repeat(SALT_DIGITS / 10);
const NO_PROOF = "0".repeat(64);

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Pseudo-random hex text, the same for the same seed. */
function hexText(seed: string, length: number): string {
  let text = "";
  while (text.length < length) text += sha256(`${seed} ${text.length}`);
  return text.slice(0, length);
}

function taskOf(prefixLength: number, limit: string): SearchTask {
  return { prefix: hexText("prefix", prefixLength), salt: SALT, limit };
}

function oneLess(limit: string): string {
  return (BigInt(`0x${limit}`) - 1n).toString(16).padStart(64, "0");
}

describe("consensus/miner: the kernels (PROTOCOL 10.2, 10.3)", () => {
  const fast: Kernel[] = [];
  const all: Kernel[] = [REFERENCE_KERNEL];

  before(async () => {
    const simd = await createSimdKernel();
    expect(simd, "WebAssembly SIMD").not.to.equal(null);
    fast.push(await createJavaScriptKernel(), ...(simd === null ? [] : [simd]));
    all.push(...fast);
  });

  it("are three, of which the fastest is chosen", async () => {
    expect(all.map(({ name }) => name)).to.deep.equal(["node:crypto", "JavaScript", "WebAssembly SIMD"]);
    expect((await createFastestKernel()).name).to.equal("WebAssembly SIMD");
  });

  const recorded = [
    ...listIn(readVector("chain/resource.json")),
    mapIn(readVector("mainnet.json")).get("resource_block"),
  ].map(readResourceBlock);

  for (const block of recorded) {
    it(`mine resource block ${block.blockhash.slice(0, 20)}… again, at its difficulty ${block.difficulty}`, () => {
      const { prefix, limit } = createMiningJob(block);
      const results = fast.map((kernel) =>
        kernel.search({ prefix, limit, salt: SALT }, { from: 0, count: 100_000_000 }),
      );
      for (const result of results) expect(result).to.deep.equal(results[0]);
      const nonce = results[0]?.nonce ?? "";
      expect(() => assertResourceBlock(createResourceBlock(block, nonce))).not.to.throw();
    });
  }

  it("find what node:crypto finds after the prefix of every recorded block", () => {
    const limit = hashLimit("1000");
    for (const block of recorded) {
      const task = { prefix: createMiningJob(block).prefix, salt: SALT, limit };
      const range = { from: 0, count: 20_000 };
      const expected = REFERENCE_KERNEL.search(task, range);
      expect(expected.nonce).not.to.equal(null);
      for (const kernel of fast) expect(kernel.search(task, range), kernel.name).to.deep.equal(expected);
    }
  });

  for (const length of [0, 1, 14, 28, 64, 65, 78, 92, 128, 142, 156, 206, 4096])
    it(`find what node:crypto finds after a prefix of ${length} characters, proof after proof`, () => {
      const task = taskOf(length, hashLimit("300"));
      for (let from = 65_000; from < 66_500;) {
        const range = { from, count: 66_500 - from };
        const expected = REFERENCE_KERNEL.search(task, range);
        for (const kernel of fast) expect(kernel.search(task, range), kernel.name).to.deep.equal(expected);
        from += expected.tried;
      }
    });

  it("find the nonce whose hash equals the limit, and not one a single unit above", () => {
    for (let counter = 65_528; counter < 65_544; counter++) {
      const task = taskOf(142, NO_PROOF);
      const nonce = nonceOf(task.prefix, SALT, counter);
      const root = sha256(task.prefix + nonce);
      for (const kernel of all) {
        const range = { from: counter, count: 1 };
        expect(kernel.search({ ...task, limit: root }, range), kernel.name).to.deep.equal({
          nonce,
          tried: 1,
        });
        const above = kernel.search({ ...task, limit: oneLess(root) }, range);
        expect(above, kernel.name).to.deep.equal({ nonce: null, tried: 1 });
      }
    }
  });

  it("continue after a hash that is within the limit by its first word only", () => {
    const task = taskOf(142, NO_PROOF);
    const roots = Array.from({ length: 1000 }, (_, counter) =>
      sha256(task.prefix + nonceOf(task.prefix, SALT, counter)),
    );
    const lowest = roots.reduce((low, root) => (root < low ? root : low));
    const limit = lowest.slice(0, 8).padEnd(64, "0");
    for (const kernel of all)
      expect(kernel.search({ ...task, limit }, { from: 0, count: 1000 }), kernel.name).to.deep.equal({
        nonce: null,
        tried: 1000,
      });
  });

  it("find a nonce at once for the largest limits: all ones, and 2^256 in its 65 digits", () => {
    for (const kernel of all) {
      const task = taskOf(142, "f".repeat(64));
      const first = { nonce: nonceOf(task.prefix, SALT, 7), tried: 1 };
      expect(kernel.search(task, { from: 7, count: 10 }), kernel.name).to.deep.equal(first);
      const written = kernel.search({ ...task, limit: hashLimit("1") }, { from: 0, count: 1000 });
      expect(sha256(task.prefix + written.nonce), kernel.name).to.match(/^0/);
    }
  });

  it("count exactly the unsuccessful tries", () => {
    for (const [from, count] of [
      [0, 0],
      [0, 1],
      [1, 2],
      [65_533, 7],
      [65_535, 65_538],
      [COUNTERS - 5, 5],
    ] as const)
      for (const kernel of all)
        expect(kernel.search(taskOf(142, NO_PROOF), { from, count }), kernel.name).to.deep.equal({
          nonce: null,
          tried: count,
        });
  });

  it("stop at the end of the range, even inside a vector", () => {
    const task = taskOf(64, hashLimit("500"));
    const { nonce, tried } = REFERENCE_KERNEL.search(task, { from: 3, count: 10_000 });
    for (const kernel of all) {
      const short = kernel.search(task, { from: 3, count: tried - 1 });
      expect(short, kernel.name).to.deep.equal({ nonce: null, tried: tried - 1 });
      expect(kernel.search(task, { from: 3, count: tried }), kernel.name).to.deep.equal({ nonce, tried });
    }
  });

  it("find the same nonce again, whatever they searched in between", () => {
    const range = { from: 0, count: 5000 };
    for (const kernel of all) {
      const first = kernel.search(taskOf(142, hashLimit("400")), range);
      kernel.search(taskOf(64, hashLimit("30")), range);
      expect(kernel.search(taskOf(142, hashLimit("400")), range), kernel.name).to.deep.equal(first);
    }
  });

  const range = { from: 0, count: 1 };
  const task = taskOf(142, NO_PROOF);
  for (const [code, badTask, badRange] of [
    ["MINING_PREFIX", { ...task, prefix: "0".repeat(100) }, range],
    ["MINING_SALT", { ...task, salt: "00" }, range],
    ["MINING_LIMIT", { ...task, limit: "0".repeat(63) }, range],
    ["MINING_LIMIT", { ...task, limit: "F".repeat(64) }, range],
    ["MINING_RANGE", task, { from: -1, count: 1 }],
    ["MINING_RANGE", task, { from: 0, count: 0.5 }],
    ["MINING_RANGE", task, { from: COUNTERS, count: 1 }],
  ] as const)
    it(`refuse with ${code}: ${JSON.stringify({ ...badTask, ...badRange }).slice(-60)}`, () => {
      for (const kernel of all)
        expect(() => kernel.search(badTask, badRange), kernel.name)
          .to.throw(ChainError)
          .with.property("code", code);
    });
});
