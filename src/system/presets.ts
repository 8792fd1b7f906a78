import type { Network } from "../records/network.js";
import { contractToText, requestToText } from "./classic-code.js";
import {
  FAUCET_2,
  FEE_2,
  GET_BALANCE_1,
  HOT_FIX_2,
  PUBLISH_1,
  REFINE_2,
  REFINE_4,
  SEND_3,
  SEND_5,
} from "./codes.js";

/** The sets of codes that a network can begin with (PROTOCOL 6.14, 6.15, 6.16, 6.17, 6.18). */
export const PRESET_NAMES = ["classic", "public", "dev"] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

const CLASSIC_CONTRACTS = [REFINE_2, SEND_3, HOT_FIX_2];

const CONTRACTS = {
  classic: CLASSIC_CONTRACTS,
  public: [PUBLISH_1, SEND_5, REFINE_4, FEE_2],
  dev: [...CLASSIC_CONTRACTS, FAUCET_2, PUBLISH_1],
} as const satisfies Record<PresetName, unknown>;

/** Returns the JSON texts of a preset's codes in the order in which a manager registers them. */
export function presetCodes(name: PresetName, { rootSpace }: Pick<Network, "rootSpace">): readonly string[] {
  const requests = [requestToText(GET_BALANCE_1, rootSpace)];
  const contracts = CONTRACTS[name].map((contract) => contractToText(contract, rootSpace));
  return [...requests, ...contracts];
}
