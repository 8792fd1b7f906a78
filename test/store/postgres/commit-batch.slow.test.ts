import { seeded } from "../../support/seeded-random.js";
import { describePostgres } from "../../support/stores.js";
import { testBatches } from "../commit-batch-tests.js";

describePostgres(seeded("blocks committed together"), testBatches);
