import { types } from "node:util";
import { createContext, Script } from "node:vm";

const CALL = new Script("run()");
const caller = createContext();

/**
 * Calls a function that SIGINT may end at any point. It then throws an error that `isBroken` recognizes, and no
 * `finally` of the function runs. A nested call is ended alone.
 */
export function callBreakable<T>(run: () => T): T {
  caller["run"] = run;
  return CALL.runInContext(caller, { breakOnSigint: true, displayErrors: false }) as T;
}

export function isBroken(error: unknown): boolean {
  return (
    types.isNativeError(error) && (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
  );
}
