import type { ConsoleConnection } from "../connection.js";

const US_PER_SECOND = 1_000_000;

/** The last block of both chains, and their age by the console's clock. */
export async function describeHeights({ client, nowUs }: ConsoleConnection): Promise<readonly object[]> {
  const { last_block, last_resource_block } = await client.info();
  const age = (timestampUs: number): string =>
    timestampUs === 0 ? "none yet" : `${Math.round((nowUs() - timestampUs) / US_PER_SECOND)} s ago`;
  return [
    { chain: "main", height: last_block.height, age: age(last_block.s_timestamp) },
    { chain: "resource", height: last_resource_block.height, age: age(last_resource_block.timestamp) },
  ];
}
