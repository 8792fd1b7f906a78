import { describeStallingLead } from "./describe-stalling-lead.js";

// stalling-lead.slow.test.ts has three liars, and both rules.
describeStallingLead(2, 1);
