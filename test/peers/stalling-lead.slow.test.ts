import { describeStallingLead } from "./describe-stalling-lead.js";

for (const rules of [1, 2] as const) describeStallingLead(rules, 3);
