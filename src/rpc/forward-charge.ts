import { isList, type ValueMap } from "../codec/value.js";
import { MAX_FORWARDED_TOGETHER } from "../records/operations/limits.js";
import type { RateLimiter } from "./rate-limiter.js";

/** The address of the peer key that proves to have sent a list of forwards; null without a proof. */
export type ForwarderOf = (parameters: ValueMap) => string | null;

export interface ForwardChargeOptions {
  readonly limitRate: RateLimiter;
  /** The rate that is reserved for the forwards of each proven peer. */
  readonly limitPeers: RateLimiter;
  readonly forwarderOf: ForwarderOf;
}

/** Charges a request for the transactions that it forwards beyond the first (PROTOCOL 15.14). */
export type ForwardCharge = (caller: string, parameters: ValueMap) => void;

/**
 * A peer that proves its key pays with the rate that is reserved for it, while that lasts. All else is charged to the
 * caller, whose next requests wait for it.
 */
export function createForwardCharge({
  limitRate,
  limitPeers,
  forwarderOf,
}: ForwardChargeOptions): ForwardCharge {
  return (caller, parameters) => {
    const forward = parameters.get("forward") ?? null;
    const further = isList(forward) ? Math.min(forward.length, MAX_FORWARDED_TOGETHER) - 1 : 0;
    if (further < 1) return;
    const peer = forwarderOf(parameters);
    if (peer !== null && limitPeers(peer) === 0) limitPeers(peer, further - 1);
    else limitRate(caller, further);
  };
}
