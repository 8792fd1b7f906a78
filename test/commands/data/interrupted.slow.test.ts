import { describeInterrupted, VERBS } from "./describe-interrupted.js";

describeInterrupted(VERBS);
