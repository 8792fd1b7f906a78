import { describeInterrupted } from "./describe-interrupted.js";

// interrupted.slow.test.ts has the other verbs.
describeInterrupted(["rewind"]);
