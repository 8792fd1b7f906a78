import { useDevProcess } from "../support/dev-process.js";
import { describeCrash } from "./describe-crash.js";

describe("A node that is killed during 200 submissions", () => {
  describeCrash(useDevProcess());
});
