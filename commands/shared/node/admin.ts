import type { Context } from "../../../src/cli/context.js";
import type { Value } from "../../../src/codec/value.js";
import type { AdminCall } from "../../../src/node/admin/admin-client.js";

/** Asks the node that runs on the data directory. Throws `NODE_NOT_RUNNING` when there is none, or what the node throws. */
export async function askAdmin({ settings }: Context, call: AdminCall): Promise<Value> {
  const [{ callAdmin }, { dataDirectory }] = await Promise.all([
    import("../../../src/node/admin/admin-client.js"),
    import("../../../src/node/directory/data-directory.js"),
  ]);
  return callAdmin(dataDirectory(settings.text("data-dir")).adminSocket, call);
}
