import type { BROADCAST } from "../../records/operations/broadcast.js";
import { MAX_NEWS_WAIT_MS } from "../../records/operations/limits.js";
import type { Given } from "../../records/operations/operation.js";
import type { NewsQuery } from "../engine.js";
import type { OperationInput } from "./input.js";

/** What another node asks for that knows what was new before (PROTOCOL 15.15). */
export function newsQueryIn(
  { since, tip, wait = 0, wanted = "" }: Pick<Given<typeof BROADCAST>, "since" | "tip" | "wait" | "wanted">,
  patience: OperationInput["patience"],
): NewsQuery | undefined {
  if (since === undefined) return undefined;
  return {
    since,
    ...(tip === undefined ? {} : { tip }),
    wanted: wanted.split(",").filter((id) => id !== ""),
    waitMs: patience === null ? 0 : Math.max(0, Math.min(wait, MAX_NEWS_WAIT_MS)),
    ...(patience instanceof AbortSignal ? { signal: patience } : {}),
  };
}
