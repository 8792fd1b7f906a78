import { instead } from "../codec/chain-error.js";
import { CONTRACTS } from "../records/operations/system-contracts.js";
import { DEFAULT_RULES, RULE_SETS, type RuleSet } from "../records/rules.js";
import type { Peers } from "./answers.js";
import type { SystemRequests } from "./system-requests.js";

interface Asked extends Pick<SystemRequests, "getBlock"> {
  readonly peer: () => Promise<Pick<Peers, "rules">>;
}

/**
 * What a transaction must say of the node's network: `cid` and `network`, which its Genesis transaction names, or
 * nothing in a network of rules 1 (PROTOCOL 16.5). Null when the node does not say which rules its network has.
 */
export async function askNetworkMembers(client: Asked): Promise<ReadonlyMap<string, string> | null> {
  const rules = await askRules(client);
  if (rules?.namesNetwork !== true) return rules === null ? null : new Map();
  const block = await client.getBlock(1);
  const genesis = block?.transactions.find(({ type }) => type === CONTRACTS.GENESIS.type)?.transaction;
  const [cid, network] = [genesis?.get("cid"), genesis?.get("network")];
  return typeof cid === "string" && typeof network === "string"
    ? new Map([
        ["cid", cid],
        ["network", network],
      ])
    : null;
}

/** Null for a node that does not answer it (PROTOCOL 16): the next request shows why. */
export async function askRules(client: Pick<Asked, "peer">): Promise<RuleSet | null> {
  const answer = await client.peer().catch(instead(null));
  if (answer === null) return null;
  const { rules = DEFAULT_RULES } = answer;
  return Object.values(RULE_SETS).find(({ number }) => number === rules) ?? null;
}
