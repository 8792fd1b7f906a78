import { spawnSync } from "node:child_process";
import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { readDatabaseAddress } from "../../../src/store/postgres/address.js";
import { openPostgresStore } from "../../../src/store/postgres/open.js";
import type { PostgresStore } from "../../../src/store/postgres/postgres-store.js";
import { makeCertificateDirectory, writeCertificate } from "../../rpc/support/certificate.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { freePort } from "../../support/free-port.js";
import {
  createDatabase,
  makeServerDirectory,
  requireBinaries,
  runBinary,
  runPostgres,
  type StartedPostgres,
  type TestDatabase,
} from "../../support/postgres.js";
import { skipWithout } from "../../support/skip.js";
import { createProjection } from "../../support/writable-postgres.js";

const NETWORK = "test";

describe("TLS to PostgreSQL", () => {
  let certificates: string;
  let ours: string;
  let others: string;
  let started: StartedPostgres;
  let database: TestDatabase;

  before(async function () {
    requireBinaries(this);
    skipWithout(this, "openssl");
    certificates = await makeCertificateDirectory();
    for (const name of ["ours", "others"]) await mkdir(join(certificates, name));
    const own = await writeCertificate(join(certificates, "ours"), "127.0.0.1");
    ours = own.certFile;
    others = (await writeCertificate(join(certificates, "others"), "127.0.0.1")).certFile;
    const directory = await makeServerDirectory();
    const data = join(directory, "data");
    runBinary("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]);
    await copyFile(own.certFile, join(data, "server.crt"));
    await copyFile(own.keyFile, join(data, "server.key"));
    // Only the owner of the tests connects without encryption.
    await writeFile(
      join(data, "pg_hba.conf"),
      "host all postgres 127.0.0.1/32 trust\nhostssl all secure 127.0.0.1/32 trust\n",
    );
    spawnSync("chmod", ["600", join(data, "server.key")]);
    if (process.getuid?.() === 0) spawnSync("chown", ["-R", "postgres:postgres", data]);
    started = await runPostgres(directory, await freePort(), { ssl: "on" });
    database = await createDatabase(started.server);
    await database.query("CREATE ROLE secure LOGIN SUPERUSER");
    await createProjection(addressWith("?sslmode=require"), NETWORK);
  });
  after(async () => {
    await started.server.stop();
    await rm(certificates, { recursive: true });
  });

  const addressWith = (parameters: string, host = "127.0.0.1") =>
    readDatabaseAddress(database.url.replace("postgres@", "secure@").replace("127.0.0.1", host) + parameters);
  const open = (parameters: string, host?: string): Promise<PostgresStore> =>
    openPostgresStore({ address: addressWith(parameters, host), network: NETWORK });

  async function expectEncrypted(parameters: string): Promise<void> {
    const store = await open(parameters);
    expect((await store.tip()).main.height).to.equal(0);
    const rows = await database.query(
      "SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'secure'",
    );
    expect(rows).to.deep.equal([{ ssl: true }]);
    await store.close();
  }

  it("encrypts, and with verify-full verifies the certificate against the given authority", async () => {
    await expectEncrypted(`?sslmode=verify-full&sslrootcert=${ours}`);
    await expectEncrypted("?sslmode=require");
  });

  it("refuses the certificate of another authority, of an unknown one, and of another name", async () => {
    for (const [parameters, host] of [
      [`?sslmode=verify-full&sslrootcert=${others}`],
      ["?sslmode=verify-full"],
      [`?sslmode=verify-full&sslrootcert=${ours}`, "localhost"],
    ] as const)
      await expectRejection(open(parameters, host), "POSTGRES_UNREACHABLE", "unavailable");
  });

  it("is refused without encryption by a server that demands it", async () => {
    await expectRejection(open("?sslmode=disable"), "POSTGRES_DENIED", "local");
  });
});
