import { useDevProcess } from "../support/dev-process.js";
import { useFoundedProcess } from "../support/founded-process.js";
import { describeCrash } from "./describe-crash.js";

describe("A node that is killed during 200 submissions", () => {
  describeCrash(useDevProcess());
});

describe("A node of rules 2 that is killed during 200 submissions (PROTOCOL 16.5)", () => {
  describeCrash(useFoundedProcess());
});
