import { DATA_DIR } from "../../../src/cli/config/settings.js";
import type { Context } from "../../../src/cli/context.js";
import type { DataDirectory } from "../../../src/node/directory/data-directory.js";

/** The data directory of the settings, which may be empty. */
export async function ownDirectory({ settings }: Pick<Context, "settings">): Promise<DataDirectory> {
  const { dataDirectory } = await import("../../../src/node/directory/data-directory.js");
  return dataDirectory(settings.text(DATA_DIR));
}
