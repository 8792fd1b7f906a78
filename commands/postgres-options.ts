import { readFile } from "node:fs/promises";
import { fileText } from "../src/codec/file-text.js";
import { option, type OptionSpec } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import type { DatabaseAddress } from "../src/store/postgres/address.js";

/** The options that name a PostgreSQL database and its password. */

export const POSTGRES_OPTIONS: readonly OptionSpec[] = [
  option(
    "--postgres <url>",
    "the database, or several of its servers, separated by commas; without a password",
    { isRequired: true },
  ),
  option("--postgres-password-file <file>", "file with the password", "PGPASSWORD, otherwise ~/.pgpass"),
];

/** One server or more. */
export type DatabaseServers = readonly [DatabaseAddress, ...DatabaseAddress[]];

/** The servers that the options name. Throws `POSTGRES_URL`. */
export async function databaseServersOf(input: Input): Promise<DatabaseServers> {
  const { readDatabaseAddresses } = await import("../src/store/postgres/address.js");
  const [urls, file] = [input.option("postgres") ?? "", input.option("postgres-password-file")];
  return readDatabaseAddresses(
    urls,
    file === undefined ? undefined : async () => fileText(await readFile(file), file),
  );
}
