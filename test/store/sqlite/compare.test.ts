import { expect } from "chai";
import { findTableDifference } from "../../../src/store/sqlite/compare.js";
import { openConnection } from "../../../src/store/sqlite/connection.js";
import { openTempStore } from "../../support/temp-store.js";
import { crashBlock } from "../crash-chain.js";

describe("findTableDifference", () => {
  const cell =
    "INSERT INTO cell_versions (id, height, written_length, value, step, jump_step) VALUES (999, 1, 66, '1', 1, 0);";
  const address =
    "INSERT INTO address_transactions (address, number, step, jump_step) VALUES (999, 1, 1, 0);";
  const strays = {
    [cell]: { table: "cell_ends", row: "id 999" },
    [`${cell} DELETE FROM cell_ends WHERE id = 999;`]: { table: "cell_versions", row: "id 999, height 1" },
    [address]: { table: "address_ends", row: "address 999" },
    [`${address} DELETE FROM address_ends WHERE address = 999;`]: {
      table: "address_transactions",
      row: "address 999, number 1",
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
