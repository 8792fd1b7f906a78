import type { Network } from "../records/network.js";
import { contractToText, requestToText } from "./classic-code.js";
import { FAUCET_2 } from "./codes/faucet-2.js";
import { FEE_2 } from "./codes/fee-2.js";
import { GET_BALANCE_1 } from "./codes/get-balance-1.js";
import { HOT_FIX_2 } from "./codes/hot-fix-2.js";
import { PUBLISH_1 } from "./codes/publish-1.js";
import { REFINE_2 } from "./codes/refine-2.js";
import { REFINE_4 } from "./codes/refine-4.js";
import { SEND_3 } from "./codes/send-3.js";
import { SEND_5 } from "./codes/send-5.js";

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
