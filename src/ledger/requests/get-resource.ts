import { isStateKeyPart } from "../../codec/state-key-part.js";
import { padStateKey } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import type { REQUESTS } from "../../records/operations/system-requests.js";
import type { Answerer } from "./answerer.js";
import * as errors from "../errors.js";

/** The resource amount of an address, "0" when it has none. */
export const getResource: Answerer<typeof REQUESTS.GET_RESOURCE> = async ({ store, network }, argument) => {
  const address = argument("address");
  if (typeof address !== "string" || !isStateKeyPart(address)) {
    throw errors.addressInvalid();
  }
  const cell = padStateKey(network.prefixes.resource + address);
  const resource = (await store.readState("universal", [cell])).get(cell) ?? "0";
  return { value: new Map([["resource", valueToText(resource)]]) };
};
