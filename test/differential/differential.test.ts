import { describeDifferential } from "./describe-differential.js";

// differential.slow.test.ts and `npm run differential` run more.
describeDifferential(150);
