import { describeDirectRefusals } from "./describe-direct-refusals.js";

// direct-refusals.slow.test.ts cuts requests at every byte.
describeDirectRefusals(7);
