import { readFileSync } from "node:fs";
import { fileText } from "../../codec/file-text.js";
import * as errors from "../errors.js";

/** The address of a PostgreSQL server, with the settings to connect to it. */
export interface DatabaseAddress {
  /** Host, port and database, for messages. Contains no secret. */
  readonly name: string;
  readonly config: ConnectionSettings;
}

/**
 * The settings of a connection, by the driver's names. The driver's own type would be a part of the package's
 * declarations, whose users do not have it.
 */
interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user?: string;
  readonly password?: () => Promise<string>;
  readonly ssl: TlsSettings | false;
}

interface TlsSettings {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Reads the addresses of the servers of one database, separated by commas. Throws as `readDatabaseAddress` does. */
export function readDatabaseAddresses(
  text: string,
  password?: () => Promise<string>,
): readonly [DatabaseAddress, ...DatabaseAddress[]] {
  const [first = "", ...others] = text.split(",");
  return [readDatabaseAddress(first, password), ...others.map((each) => readDatabaseAddress(each, password))];
}

const DEFAULT_PORT = 5432;

/**
 * Reads the address of a database: `postgres://user@host:port/database?sslmode=verify-full`. Missing parts are read from
 * the usual variables (PGUSER, PGDATABASE, PGPORT, PGSSLMODE). `sslmode` is `disable`, `require`, which encrypts without
 * verifying the server, or `verify-full`; `sslrootcert`, `sslcert` and `sslkey` name files. Throws `POSTGRES_URL` for any
 * other form, and for an address with a password, which the list of processes would show.
 *
 * @param password asked for each time a connection is made.
 */
export function readDatabaseAddress(text: string, password?: () => Promise<string>): DatabaseAddress {
  const url = parseUrl(text);
  const [host, port] = [decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, "$1")), Number(url.port)];
  const socket = url.searchParams.get("host");
  const database = decodeURIComponent(url.pathname.slice(1));
  const at = {
    host: socket ?? (host === "" ? (process.env["PGHOST"] ?? "localhost") : host),
    port: port === 0 ? Number(process.env["PGPORT"] ?? DEFAULT_PORT) : port,
    database: database === "" ? (process.env["PGDATABASE"] ?? "") : database,
  };
  return {
    name: `${at.host}:${at.port}/${at.database}`,
    config: {
      ...at,
      ...(url.username === "" ? {} : { user: decodeURIComponent(url.username) }),
      ...(password === undefined ? {} : { password }),
      ssl: readTls(url.searchParams),
    },
  };
}

const PARAMETERS: ReadonlySet<string> = new Set(["sslmode", "sslrootcert", "sslcert", "sslkey", "host"]);

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw errors.postgresUrl({ reason: "it is not a URL" });
  const url = new URL(text);
  if (!/^postgres(?:ql)?:$/.test(url.protocol))
    throw errors.postgresUrl({ reason: "it begins with neither postgres:// nor postgresql://" });
  if (url.password !== "" || url.searchParams.has("password"))
    throw errors.postgresUrl({ reason: "it contains a password" });
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw errors.postgresUrl({ reason: `it has the unknown parameter ${unknown}` });
  return url;
}

function readTls(parameters: URLSearchParams): TlsSettings | false {
  const mode = parameters.get("sslmode") ?? process.env["PGSSLMODE"] ?? "disable";
  if (mode === "disable") return false;
  if (mode !== "require" && mode !== "verify-full")
    throw errors.postgresUrl({ reason: `sslmode is ${mode}, and neither disable, require nor verify-full` });
  const fileOf = (name: string, variable: string): string | undefined => {
    const file = parameters.get(name) ?? process.env[variable];
    return file === undefined || file === null ? undefined : fileText(readFileSync(file), file);
  };
  const [ca, cert, key] = [
    fileOf("sslrootcert", "PGSSLROOTCERT"),
    fileOf("sslcert", "PGSSLCERT"),
    fileOf("sslkey", "PGSSLKEY"),
  ];
  return {
    rejectUnauthorized: mode === "verify-full",
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}
