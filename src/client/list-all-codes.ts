import type { CodeCell } from "../records/stored-code.js";
import type { SystemRequests } from "./system-requests.js";

/** The greatest `count` of ListCode (docs/rpc.md). */
const PAGE_SIZE = 100;

/** The cells of all registered codes, contracts before requests. */
export async function listAllCodes(client: Pick<SystemRequests, "listCode">): Promise<readonly CodeCell[]> {
  const contracts: CodeCell[] = [];
  const requests: CodeCell[] = [];
  for (let page = 1; ; page += 1) {
    const found = await client.listCode({ page, count: PAGE_SIZE });
    for (const [id, value] of found.contracts) contracts.push({ kind: "contract", id, value });
    for (const [id, value] of found.requests) requests.push({ kind: "request", id, value });
    if (Math.max(found.contracts.size, found.requests.size) < PAGE_SIZE) return [...contracts, ...requests];
  }
}
