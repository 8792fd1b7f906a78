import { expect } from "chai";
import { interleave, type InterleaveOptions } from "../../../src/ledger/apply/chain-block.js";
import { each } from "../../support/each.js";
import { recordedMainBlocks, recordedResourceBlocks } from "../../support/recorded-chain.js";

describe("The blocks of two chains, in an order in which they can be applied", () => {
  const main = recordedMainBlocks();
  const resource = recordedResourceBlocks();

  async function placesOf(mainCount: number, options: InterleaveOptions): Promise<readonly string[]> {
    const places: string[] = [];
    for await (const { chain, block } of interleave(each(main.slice(0, mainCount)), each(resource), options))
      places.push(`${chain} ${block.height}`);
    return places;
  }

  it("have each resource block right after the main block that it names", async () => {
    const places = await placesOf(main.length, { mainHeight: 0 });
    expect(places).to.have.length(main.length + resource.length);
    for (const { height, main_height } of resource) {
      const place = places.indexOf(`resource ${height}`);
      const before = places.slice(0, place).findLast((each) => each.startsWith("main"));
      expect(before).to.equal(`main ${main_height}`);
    }
  });

  it("end before a resource block whose main block does not come, or with it when the chains are complete", async () => {
    const next = resource.find(({ main_height }) => main_height > 5)?.height ?? 0;
    const places = await placesOf(5, { mainHeight: 0 });
    expect(places).to.not.include(`resource ${next}`);
    expect(await placesOf(5, { mainHeight: 0, isComplete: true })).to.deep.equal([
      ...places,
      `resource ${next}`,
    ]);
  });
});
