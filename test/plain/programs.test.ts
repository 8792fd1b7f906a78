import { describePrograms } from "./describe-programs.js";

// programs.slow.test.ts runs all.
describePrograms(10);
