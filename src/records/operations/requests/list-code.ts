import { HASH, TEXT, mapOf, closedObjectOf } from "../json-schema.js";
import { MAX_LISTED_CODES } from "../limits.js";
import type { SystemRequest } from "../operation.js";
import { PAGE, mandatoryCount } from "../parameters.js";

/** By code id, padded with zeros. */
const CODES = mapOf(TEXT, HASH);

export const LIST_CODE = {
  type: "ListCode",
  summary:
    "Registered contracts and requests in the order of their code ids, also those that cannot be called.",
  parameters: [PAGE, mandatoryCount(MAX_LISTED_CODES)],
  data: closedObjectOf({ contracts: CODES, requests: CODES }),
} as const satisfies SystemRequest;
