import { expect } from "chai";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { padStateKey } from "../../../src/codec/state-key.js";
import { dataDirectory, initDataDirectory } from "../../../src/data/directory/data-directory.js";
import { networkIdentity } from "../../../src/data/directory/open-store.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";
import { dumpDatabase } from "../../support/database-dump.js";
import { addBlock, openPointerChain, pointedCell } from "../../support/dependent-keys.js";

describe("chainnode data, on a chain whose block writes a cell that it does not name (PROTOCOL 7.5, 8.5)", () => {
  const temporary = useTemporaryDirectory();
  const CELL = padStateKey(pointedCell("aa"));
  /** Commands use the real clock: the blocks are in the past. */
  const PAST_US = 1_700_000_000_000_000;
  let tip: number;

  const directory = () => dataDirectory(join(temporary(), "chain"));
  const data = (...words: readonly string[]): ReturnType<typeof runInProcess> =>
    runInProcess(["data", ...words, "--json", "--data-dir", directory().path]);

  async function cellValue(): Promise<unknown> {
    const store = await openSqliteStore({ file: directory().databaseFile });
    const values = await store.readState("universal", [CELL]);
    await store.close();
    return values.get(CELL) ?? null;
  }

  beforeEach(async () => {
    const file = join(temporary(), "chain.sqlite");
    const store = await openSqliteStore({ file });
    const chain = await openPointerChain(store, PAST_US);
    for (const call of [
      { type: "Set", p: "00", k: "aa" },
      { type: "Put", p: "00", x: "1" },
      { type: "Put", p: "00", x: "2" },
    ])
      await addBlock(chain, [call]);
    tip = chain.ledger.tip.height;
    const { network_name, system_nonce, genesis_address, manager_addresses, peers, constants } =
      chain.ledger.network;
    const definition = { network_name, system_nonce, genesis_address, manager_addresses, peers, constants };
    await initDataDirectory(directory(), () => definition);
    await store.close();
    // Opening it with the network writes the network's name into the database.
    await (await openSqliteStore({ file, network: networkIdentity(definition) })).close();
    copyFileSync(file, directory().databaseFile);
  });

  it("check finds no fault, and reindex derives the same rows", async () => {
    const before = await dumpDatabase(directory().databaseFile);
    expect(await data("check")).to.include({ code: 0 });
    const { code, stdout } = await data("reindex");
    expect({ code, ...JSON.parse(stdout) }).to.include({ code: 0, changed: false });
    expect(await dumpDatabase(directory().databaseFile)).to.equal(before);
  });

  it("rewind gives the cell its earlier value, also after a reindex", async () => {
    expect(await cellValue()).to.equal("2");
    expect(await data("rewind", String(tip - 1), "--force-below-fixed", "--yes")).to.include({ code: 0 });
    expect(await cellValue()).to.equal("1");
    expect(await data("reindex")).to.include({ code: 0 });
    expect(await cellValue()).to.equal("1");
    expect(await data("rewind", String(tip - 2), "--force-below-fixed", "--yes")).to.include({ code: 0 });
    expect(await cellValue()).to.equal(null);
    expect(await data("check")).to.include({ code: 0 });
  });
});
