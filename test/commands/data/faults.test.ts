import { describeFaults } from "./describe-faults.js";

// faults.slow.test.ts makes all.
describeFaults(4);
