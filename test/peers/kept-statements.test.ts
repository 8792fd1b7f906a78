import { expect } from "chai";
import { KeptStatements } from "../../src/peers/kept-statements.js";
import type { Peer } from "../../src/peers/tracking/peer-table.js";
import { createChunk, type Chunk } from "../../src/records/chunk.js";
import { testIdentity } from "../support/keys.js";

const { privateKey } = testIdentity("signer").node;
const peer = (host: string): Peer => ({ host, address: host });
const chunkAt = (s_timestamp: number): Chunk =>
  createChunk({ previous_blockhash: "", transactions: [], s_timestamp }, privateKey);

/** The times of the chunks that are offered again. */
async function offeredBy(kept: KeptStatements): Promise<readonly number[]> {
  const offered: number[] = [];
  await kept.offer(1, {
    chunk: async ({ s_timestamp }) => offered.push(s_timestamp) > 0,
    hypothesis: async () => true,
    onFailure: (_, error) => {
      throw error;
    },
  });
  return offered;
}

describe("Statements that cannot be taken yet (PROTOCOL 9.11, 15.15)", () => {
  it("of one peer are not crowded out by those that others invent", async () => {
    const kept = new KeptStatements();
    for (const time of [1, 2, 3]) kept.keepChunk(peer("honest:1"), chunkAt(time), 0);
    for (let time = 10; time < 60; time += 1) kept.keepChunk(peer(`hostile:${time % 2}`), chunkAt(time), 0);
    const offered = await offeredBy(kept);
    expect(offered.filter((time) => time < 10)).to.deep.equal([1, 2, 3]);
    expect(offered).to.have.length(12);
  });

  it("of a peer alone are as many as a round has validators, the latest ones", async () => {
    const kept = new KeptStatements();
    for (let time = 0; time < 20; time += 1) kept.keepChunk(peer("honest:1"), chunkAt(time), 0);
    expect(await offeredBy(kept)).to.deep.equal([11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });
});
