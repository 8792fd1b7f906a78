import { describeDirectRefusals } from "./describe-direct-refusals.js";

describeDirectRefusals(1);
