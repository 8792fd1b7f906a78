import { describeCrash } from "./describe-crash.js";

/** More rounds: CRASH_ROUNDS=1000 npx mocha --no-config dist/test/store/crash.slow.test.js. */
describeCrash(Number(process.env["CRASH_ROUNDS"] ?? 15));
