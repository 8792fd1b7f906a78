import { ZERO_ADDRESS } from "../../codec/address.js";
import { hashOf } from "../../codec/hash.js";
import { stateKeyPrefix, statePrefix } from "../../codec/state-key.js";
import { entriesOf, isContainer, type Value } from "../../codec/value.js";
import { PUBLIC_NETWORK } from "../../records/network.js";
import { GET_CODE } from "../../records/operations/requests/get-code.js";
import { isReadable, readStoredCode, type CodeCell } from "../../records/stored-code.js";
import type { Client, SystemRequests } from "../../client/index.js";
import * as errors from "../errors.js";

/** What is asked of a node whose chain is read. */
export type SourceClient = SystemRequests & Pick<Client, "request" | "inspect">;

/**
 * Finds the root space of a node, which no operation reports. The keys of a GetCode answer hold the state prefix
 * (PROTOCOL 13.13), and prefixes identify a space: the common one, or that of a registered code.
 */
export async function findRootSpace(client: SourceClient, codes: readonly CodeCell[]): Promise<string> {
  const prefix = await contractPrefix(client);
  const registered = codes.map(readStoredCode).filter(isReadable);
  const spaces = [hashOf(PUBLIC_NETWORK.system_nonce), ...registered.map(({ method }) => method.space)];
  const rootSpace = spaces.find((space) => statePrefix(ZERO_ADDRESS, space, "contract") === prefix);
  if (rootSpace !== undefined) return rootSpace;
  throw errors.rootSpaceUnknown();
}

/** Returns the state prefix of the node's contracts. */
export async function contractPrefix(client: SourceClient): Promise<string> {
  const request = new Map<string, Value>([
    ["type", GET_CODE.type],
    ["ctype", "contract"],
    ["target", "00"],
  ]);
  const answer = await client.request(request);
  const [key] = isContainer(answer) ? Array.from(entriesOf(answer), ([name]) => name) : [];
  return stateKeyPrefix(key ?? "");
}
