import { messageOf, ChainError } from "../codec/chain-error.js";

/** The error when a command needs a running node and none is running: `NODE_NOT_RUNNING`, kind "unreachable". */
export function notRunning(place: Readonly<Record<string, string>>, cause?: unknown): ChainError {
  return new ChainError("NODE_NOT_RUNNING", "No node runs on this data directory. ", {
    kind: "unreachable",
    details: cause === undefined ? place : { ...place, reason: messageOf(cause) },
    advice: "Start it with `chainnode start`, or name another one with --rpc or --data-dir.",
    cause,
  });
}
