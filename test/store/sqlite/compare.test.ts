import { expect } from "chai";
import { findTableDifference } from "../../../src/store/sqlite/compare.js";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { openTempStore } from "../../support/temp-store.js";
import { crashBlock } from "../crash-chain.js";

describe("findTableDifference", () => {
  const strays = {
    "INSERT INTO cell_versions (id, height, written_length, value) VALUES (999, 1, 66, '1')": {
      table: "cell_versions",
      row: "id 999, height 1",
    },
    "INSERT INTO address_transactions (address, position, number) VALUES (999, 1, 1)": {
      table: "address_transactions",
      row: "address 999, position 1",
    },
  };
  for (const [insert, difference] of Object.entries(strays)) {
    it(`finds a row of ${difference.table} whose number stands for nothing`, async () => {
      const [one, other] = [await openTempStore(), await openTempStore()];
      for (const { store } of [one, other]) await store.commitMainBlock(crashBlock(1, ""));
      expect(await findTableDifference(one.file, other.file)).to.equal(null);
      const connection = await openConnection(one.file, "read-write");
      await connection.script(insert);
      await connection.close();
      expect(await findTableDifference(one.file, other.file)).to.deep.equal(difference);
      for (const temp of [one, other]) await temp.remove();
    });
  }
});
