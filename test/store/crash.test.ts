import { describeCrash } from "./describe-crash.js";

// crash.slow.test.ts kills more.
describeCrash(3);
