import type { Budget, ProgramCall } from "../vm/machine.js";
import { fetching } from "./machine/fetching.js";
import type { ContractOutcome, Eventually, Runner } from "./machine/runner.js";
import type { WorkingState } from "./working-state.js";

/** How often a run is repeated here before a thread continues it, which fetches cells without beginning again. */
const MAX_REPEATED = 8;

/** Executes a call, and fetches cells that it reads and no one foresaw (PROTOCOL 16.6). */
export function executeFetching(
  runner: Runner,
  call: ProgramCall,
  { state, budget }: { readonly state: WorkingState; readonly budget: Budget },
): Eventually<ContractOutcome> {
  return fetching(state, (times) =>
    times < MAX_REPEATED
      ? runner.execute(call, state, budget)
      : runner.executeOn(call, async () => state, budget),
  );
}
