import { describeDifferential } from "./describe-differential.js";

describeDifferential(2_000);
