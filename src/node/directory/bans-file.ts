import { readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson } from "../../codec/parse-json.js";
import { isList, memberOf, type Value } from "../../codec/value.js";
import type { Ban } from "../../peers/tracking/bans.js";
import { normalizeHost } from "../../peers/transport/host.js";
import { syncDirectory, writeDurably } from "./durable.js";
import { isMissing } from "./private-directory.js";
import * as errors from "./errors.js";

/** Writes the operator's bans. A node that is killed meanwhile has the old file or the new one. */
export async function writeBansFile(file: string, bans: readonly Ban[]): Promise<void> {
  const draft = `${file}.new`;
  const members = bans.map(({ host, untilUs }) => ({ host, until: untilUs }));
  await writeDurably(draft, "w", `${JSON.stringify(members, null, 2)}\n`);
  await rename(draft, file);
  await syncDirectory(dirname(file));
}

/** Reads the bans, none when there is no file. Throws `BANS_FILE`, kind "local", for an invalid file. */
export async function readBansFile(file: string): Promise<readonly Ban[]> {
  try {
    const bans = parseJson(await readFile(file, "utf8"));
    if (!isList(bans)) throw errors.bansFile({ file });
    return bans.map((ban) => readBan(ban, file));
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw errors.bansFile({ file }, { cause });
  }
}

function readBan(ban: Value, file: string): Ban {
  const [host, until] = [memberOf(ban, "host"), memberOf(ban, "until")];
  if (typeof host !== "string" || (until !== null && typeof until !== "bigint"))
    throw errors.bansFile({ file });
  return { host: normalizeHost(host), untilUs: until === null ? null : Number(until) };
}
