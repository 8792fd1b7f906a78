import { seeded } from "../support/seeded-random.js";
import { describeSqlite } from "../support/stores.js";
import { testBatches } from "./commit-batch-tests.js";

describeSqlite(seeded("blocks committed together"), testBatches);
