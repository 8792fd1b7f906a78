import { readFile } from "node:fs/promises";
import type { OptionSpec } from "../src/cli/command.js";
import type { Input } from "../src/cli/input/input.js";
import type { DatabaseAddress } from "../src/store/postgres/address.js";

/** The options that name a PostgreSQL database and its password. */

const [POSTGRES, PASSWORD_FILE] = ["postgres", "postgres-password-file"];

export const POSTGRES_OPTIONS: readonly OptionSpec[] = [
  {
    name: POSTGRES,
    placeholder: "url",
    isRequired: true,
    description: "the database, or several of its servers, separated by commas; without a password",
  },
  {
    name: PASSWORD_FILE,
    placeholder: "file",
    default: "PGPASSWORD, otherwise ~/.pgpass",
    description: "file with the password",
  },
];

/** One server or more. */
export type DatabaseServers = readonly [DatabaseAddress, ...DatabaseAddress[]];

/** The servers that the options name. Throws `POSTGRES_URL`. */
export async function databaseServersOf(input: Input): Promise<DatabaseServers> {
  const { readDatabaseAddresses } = await import("../src/store/postgres/address.js");
  const [urls, file] = [input.option(POSTGRES) ?? "", input.option(PASSWORD_FILE)];
  return readDatabaseAddresses(
    urls,
    file === undefined ? undefined : async () => (await readFile(file, "utf8")).trimEnd(),
  );
}
