import type { Context } from "../../../src/cli/context.js";
import type { Value } from "../../../src/codec/value.js";
import type { AdminCall } from "../../../src/node/admin/admin-client.js";
import { ownDirectory } from "./own-directory.js";

/**
 * Calls the node that runs on the data directory. Throws `NODE_NOT_RUNNING` when none does, or what the node throws.
 */
export async function askAdmin(context: Context, call: AdminCall): Promise<Value> {
  const [{ callAdmin }, { adminSocket }] = await Promise.all([
    import("../../../src/node/admin/admin-client.js"),
    ownDirectory(context),
  ]);
  return callAdmin(adminSocket, call);
}
