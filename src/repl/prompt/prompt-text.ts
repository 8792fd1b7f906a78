import { ChainError } from "../../codec/chain-error.js";
import type { ConsoleConnection } from "../connection.js";
import { inTime } from "../in-time.js";

const PATIENCE_MS = 1000;

/** The prompt: where the console is attached, with the heights of both chains while a node answers. */
export async function promptOf({ name, client }: ConsoleConnection): Promise<string> {
  const heights = await inTime(heightsOf(client), PATIENCE_MS, null);
  return `${name} ${heights ?? "(no answer)"}> `;
}

async function heightsOf(client: ConsoleConnection["client"]): Promise<string | null> {
  try {
    const { last_block, last_resource_block } = await client.info();
    return `${last_block.height}/${last_resource_block.height}`;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return null;
  }
}
