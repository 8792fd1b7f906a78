import type { SystemRequests } from "./system-requests.js";

/** The most that ListCode answers at once (SPEC, System requests). */
const PAGE_SIZE = 100;

/** The texts of all registered codes, contracts before requests. */
export async function listAllCodes(client: Pick<SystemRequests, "listCode">): Promise<readonly string[]> {
  const contracts: string[] = [];
  const requests: string[] = [];
  for (let page = 1; ; page += 1) {
    const found = await client.listCode({ page, count: PAGE_SIZE });
    contracts.push(...found.contracts.values());
    requests.push(...found.requests.values());
    if (Math.max(found.contracts.size, found.requests.size) < PAGE_SIZE) return [...contracts, ...requests];
  }
}
