import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import type { Client } from "../../src/client/create-client.js";
import { createBlockSource } from "../../src/peers/block-source.js";
import type { MainBlock } from "../../src/records/main-block.js";
import { expectRejection } from "../support/expect-rejection.js";
import { recordedMainBlocks } from "../support/recorded-chain.js";

const BLOCKS = recordedMainBlocks();
const WINDOW = 10;

function sourceOf(client: Partial<Client>): ReturnType<typeof createBlockSource> {
  return createBlockSource(client as Client);
}

async function heightsOf(blocks: AsyncIterable<MainBlock>): Promise<readonly number[]> {
  const heights: number[] = [];
  for await (const { height } of blocks) heights.push(height);
  return heights;
}

function heightsBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe("the blocks of a peer (PROTOCOL 11)", () => {
  const getBlocks = async (from: number): Promise<readonly MainBlock[]> =>
    BLOCKS.slice(from - 1, from - 1 + WINDOW);

  it("come in order, window after window, up to the height that was asked for", async () => {
    const asked: number[] = [];
    const source = sourceOf({
      getBlocks: async (from) => {
        asked.push(from);
        return getBlocks(from);
      },
    });
    expect(await heightsOf(source.main(5, 27))).to.deep.equal(heightsBetween(5, 27));
    expect(asked).to.deep.equal([5, 15, 25]);
  });

  it("end where the peer has no more", async () => {
    expect(await heightsOf(sourceOf({ getBlocks }).main(75, 200))).to.deep.equal(heightsBetween(75, 81));
  });

  it("are refused when they are others than were asked for", async () => {
    const source = sourceOf({ getBlocks: (from) => getBlocks(from + 1) });
    await expectRejection(heightsOf(source.main(1, 5)), "PEER_BLOCKS", "refused");
  });

  it("come one by one where a window is too long for an answer", async () => {
    const source = sourceOf({
      getBlocks: async () => {
        throw new ChainError("ANSWER_TOO_LARGE", "Too long. ", { kind: "unreachable" });
      },
      getBlock: async (height) => BLOCKS[Number(height) - 1] ?? null,
    });
    expect(await heightsOf(source.main(79, 90))).to.deep.equal([79, 80, 81]);
  });

  it("are not waited for when those before them are not used up", async () => {
    const source = sourceOf({
      getBlocks: async (from) => {
        if (from > 1) throw new ChainError("TIMEOUT", "Late. ", { kind: "unreachable" });
        return getBlocks(from);
      },
    });
    for await (const { height } of source.main(1, 50)) if (height === 3) break;
    await expectRejection(heightsOf(source.main(1, 50)), "TIMEOUT", "unreachable");
  });
});
