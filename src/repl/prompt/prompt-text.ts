import { ChainError } from "../../codec/chain-error.js";
import type { Connection } from "../connection.js";

/** Where the console is attached, with the heights of both chains; without them while no node answers. */
export async function promptOf({ name, client }: Connection): Promise<string> {
  try {
    const { last_block, last_resource_block } = await client.info();
    return `${name} ${last_block.height}/${last_resource_block.height}> `;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return `${name} (no answer)> `;
  }
}
