import type { Context } from "../../src/cli/context.js";
import type { Client } from "../../src/client/index.js";

/** The node that `--rpc` names. Nothing is sent yet. Throws `NODE_URL`. */
export function openClient({ settings }: Context): Promise<Client> {
  return openClientAt(settings.text("rpc"));
}

export async function openClientAt(url: string): Promise<Client> {
  const { createClient } = await import("../../src/client/create-client.js");
  // Whoever typed the command decides about another try.
  return createClient({ url, retries: 0 });
}
