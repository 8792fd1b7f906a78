import { readFile } from "node:fs/promises";
import { fileText } from "../../codec/file-text.js";
import { parseJson } from "../../codec/parse-json.js";
import { isList, memberOf, type Value } from "../../codec/value.js";
import type { Ban } from "../../peers/tracking/bans.js";
import { normalizeHost } from "../../peers/transport/host.js";
import { unlessMissing } from "../../base/files/private-directory.js";
import { replaceOwnFile } from "../../base/files/write-file.js";
import * as errors from "./errors.js";

/** Writes the operator's bans. A node that is killed meanwhile has the old file or the new one. */
export async function writeBansFile(file: string, bans: readonly Ban[]): Promise<void> {
  const members = bans.map(({ host, untilUs }) => ({ host, until: untilUs }));
  await replaceOwnFile(file, `${JSON.stringify(members, null, 2)}\n`);
}

/** Reads the bans, none when there is no file. Throws `BANS_FILE`, kind "local", for an invalid file. */
export async function readBansFile(file: string): Promise<readonly Ban[]> {
  try {
    const bytes = await unlessMissing(readFile(file));
    if (bytes === null) return [];
    const bans = parseJson(fileText(bytes));
    if (!isList(bans)) throw errors.bansFile({ file });
    return bans.map((ban) => readBan(ban, file));
  } catch (cause) {
    throw errors.bansFile({ file }, { cause });
  }
}

function readBan(ban: Value, file: string): Ban {
  const [host, until] = [memberOf(ban, "host"), memberOf(ban, "until")];
  if (typeof host !== "string" || (until !== null && typeof until !== "bigint"))
    throw errors.bansFile({ file });
  return { host: normalizeHost(host), untilUs: until === null ? null : Number(until) };
}
