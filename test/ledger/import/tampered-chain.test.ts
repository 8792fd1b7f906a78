import { expect } from "chai";
import { isMap, isList, memberOf, type Value, type ValueMap } from "../../../src/codec/value.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { importChains } from "../../../src/ledger/import/import-chain.js";
import { readMainBlocks, readResourceBlocks } from "../../../src/ledger/import/read-blocks.js";
import type { Ledger } from "../../../src/ledger/ledger.js";
import { AFTER_THE_RECORDING_US } from "../../support/recorded-chain.js";
import { openEmptyLedger, type TempLedger } from "../../support/recorded-ledger.js";
import { listIn, mapIn, readVector } from "../../support/vectors.js";

/** A block with several transactions and updates of both kinds, and a resource block above the confirm count. */
const MAIN_HEIGHT = 43;
const RESOURCE_HEIGHT = 20;

interface Tampering {
  readonly title: string;
  readonly block: Value;
}

const main = listIn(readVector("chain/main.json"));
const resource = listIn(readVector("chain/resource.json"));

/** Copies of the block in each of which one member, at any depth, is changed or left out. */
function* tamperings(value: Value, path = ""): Generator<Tampering> {
  if (!isMap(value)) {
    yield { title: `${path} changed`, block: changed(value) };
    return;
  }
  for (const [key, member] of value) {
    const place = path === "" ? key : `${path} ${key.length > 20 ? `${key.slice(0, 20)}…` : key}`;
    yield { title: `${place} left out`, block: without(value, key) };
    for (const { title, block } of tamperings(member, place))
      yield { title, block: new Map(value).set(key, block) };
  }
}

/** Another value of the same type and form. */
function changed(value: Value): Value {
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "string")
    return value === "" ? "0" : value.slice(0, -1) + (value.endsWith("1") ? "2" : "1");
  if (isList(value)) return new Map([["added", 1n]]);
  return value === null ? 0n : null;
}

function without(map: ValueMap, key: string): Value {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

async function* texts(blocks: readonly Value[]): AsyncGenerator<string, void, undefined> {
  yield* blocks.map(canonicalJson);
}

describe("One tampered block of the recorded chain (PROTOCOL 8.10, 8.11, 10.3, 10.4, vectors/chain)", () => {
  let temp: TempLedger;
  let ledger: Ledger;

  const importBlocks = (mainBlocks: readonly Value[], resourceBlocks: readonly Value[]): Promise<void> =>
    importChains(
      ledger,
      { main: readMainBlocks(texts(mainBlocks)), resource: readResourceBlocks(texts(resourceBlocks)) },
      { nowUs: AFTER_THE_RECORDING_US },
    );

  const expectRefusal = async (work: Promise<void>, chain: string): Promise<void> => {
    const error: unknown = await work.then(
      () => "it was taken",
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ChainError);
    const { details, message } = error as ChainError;
    expect(details["chain"]).to.equal(chain);
    expect(details["height"]).to.be.a("number");
    expect(message).to.have.length.greaterThan(10);
  };

  before(async () => {
    temp = await openEmptyLedger();
    ({ ledger } = temp);
    const follows = (block: Value): boolean =>
      Number(memberOf(block, "height")) < RESOURCE_HEIGHT &&
      Number(memberOf(block, "main_height")) < MAIN_HEIGHT;
    await importBlocks(main.slice(0, MAIN_HEIGHT - 1), resource.filter(follows));
    expect([ledger.tip.height, ledger.resourceChain.tip?.height]).to.deep.equal([
      MAIN_HEIGHT - 1,
      RESOURCE_HEIGHT - 1,
    ]);
  });
  after(() => temp.remove());

  for (const { title, block } of tamperings(mapIn(main[MAIN_HEIGHT - 1]))) {
    it(`is refused: main block ${MAIN_HEIGHT}, ${title}`, async () => {
      const tip = ledger.tip;
      await expectRefusal(importBlocks([block], []), "main");
      expect(ledger.tip).to.equal(tip);
    });
  }

  for (const { title, block } of tamperings(mapIn(resource[RESOURCE_HEIGHT - 1]))) {
    it(`is refused: resource block ${RESOURCE_HEIGHT}, ${title}`, async () => {
      const tip = ledger.resourceChain.tip;
      await expectRefusal(importBlocks([], [block]), "resource");
      expect(ledger.resourceChain.tip).to.equal(tip);
    });
  }

  it("leaves the chain as it was: the untampered blocks are accepted afterwards", async () => {
    await importBlocks(main.slice(MAIN_HEIGHT - 1), resource.slice(RESOURCE_HEIGHT - 1));
    expect([ledger.tip.height, ledger.resourceChain.tip?.height]).to.deep.equal([81, 42]);
  });

  it("is refused as another chain's when a different block of its height is present", async () => {
    const other = new Map(mapIn(main[0])).set("blockhash", memberOf(main[1], "blockhash") ?? null);
    const error: unknown = await importBlocks([other], []).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: "IMPORT_FORK" });
  });
});
