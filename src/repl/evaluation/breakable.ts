import { types } from "node:util";
import { createContext, Script } from "node:vm";

const CALL = new Script("run()");
const caller = createContext();

/**
 * Calls what SIGINT may end wherever it is: then this throws, as `isBroken` knows, and no `finally` of what was called
 * runs. One inside of another is ended alone.
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
