import { PRESET_NAMES } from "../../src/system/presets.js";
import { IS_FUZZING, randomRuns } from "../support/seeded-random.js";
import { describeSupply } from "./describe-supply.js";

// supply.slow.test.ts tries every preset. More steps: npm run fuzz -- --only supply.
describeSupply(randomRuns(250), IS_FUZZING ? PRESET_NAMES : ["public"]);
