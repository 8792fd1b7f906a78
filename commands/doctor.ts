import { access, constants } from "node:fs/promises";
import type { Command, Context } from "../src/cli/command.js";
import { tableText } from "../src/cli/output/view.js";
import { ChainError, messageOf } from "../src/codec/chain-error.js";
import { objectToValue, type Value } from "../src/codec/value.js";
import type { DataDirectory } from "../src/data/directory/data-directory.js";
import { listOf, objectOf, orNull, TEXT } from "../src/records/operations/json-schema.js";
import * as judge from "./doctor/findings.js";
import type { MachineFinding } from "./doctor/findings.js";
import { opsPlace, signerSettings, tlsFilesOf } from "./start/node-settings.js";
import * as errors from "./errors.js";

const COLUMNS = [{ title: "check" }, { title: "result" }, { title: "found" }, { title: "to do" }];

export const command: Command = {
  summary: "check whether this machine can run a node",
  description: [
    "Checks the version of Node.js, SQLite, the speed and the free space of the disk of the data directory, permissions, the limit of open files, the ports, the certificate, the names of the peers, the clock and its synchronization. It changes nothing, and may run beside the node. Run it as the user that runs the node.",
    "It exits with 0 when the machine can run the node, also with warnings, and with 1 otherwise.",
  ],
  hasNodeSettings: true,
  examples: ["chainnode doctor", "chainnode doctor --json"],
  result: objectOf({
    findings: listOf(
      objectOf({
        check: TEXT,
        level: { enum: ["ok", "warning", "fault"] },
        message: TEXT,
        fix: orNull(TEXT),
      }),
    ),
  }),
  async run(context) {
    const findings = await examine(context);
    const faults = findings.filter(({ level }) => level === "fault").length;
    return {
      data: objectToValue({ findings: findings.map(findingData) }),
      text: (view) =>
        tableText(
          view,
          COLUMNS,
          findings.map(({ check, level, message, fix }) => [check, level, message, fix ?? ""]),
        ),
      ...(faults === 0 ? {} : { failure: errors.machine({ faults }) }),
    };
  },
};

export function findingData({ fix, ...finding }: MachineFinding): Value {
  return objectToValue({ ...finding, fix: fix ?? null });
}

export async function examine(context: Context): Promise<readonly MachineFinding[]> {
  const measure = await import("./doctor/measure.js");
  const { MIN_FREE_BYTES } = await import("../src/ops/health/checks.js");
  const directory = await context.workspace.directory();
  const nearest = measure.nearestDirectory(directory.path);
  const hosts = await knownHosts(context, directory);
  const isWritable = await access(nearest, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return [
    judge.nodeFinding(process.versions.node),
    await sqliteFinding(),
    ...(isWritable ? [judge.diskFinding(await measure.measureSyncs(nearest))] : [notWritable(nearest)]),
    judge.spaceFinding(await measure.freeBytes(nearest), MIN_FREE_BYTES),
    judge.permissionsFinding(
      await measure.permissionsOf([directory.path, directory.identityFile, directory.keystore]),
    ),
    judge.filesFinding(await measure.maxOpenFiles()),
    ...(await portFindings(context, directory)),
    await certificateFinding(context),
    ...(await signerFindings(context)),
    namesFinding(hosts.length, await measure.unresolvedNames(hosts)),
    judge.clockFinding(await measure.compareClocks(hosts), hosts.length),
    judge.timeServiceFinding(await measure.isTimeSynchronized()),
  ];
}

/** Whether the signer answers; nothing without one. */
async function signerFindings({ settings }: Context): Promise<readonly MachineFinding[]> {
  const { askPublicKey } = await import("../src/signer/remote-key.js");
  const check = "signer";
  try {
    const signer = await signerSettings(settings, false);
    if (signer === undefined) return [];
    await askPublicKey(signer);
    return [{ check, level: "ok", message: `${signer.signer} answers` }];
  } catch (error) {
    const fix = error instanceof ChainError ? (error.advice ?? "") : "";
    return [{ check, level: "fault", message: messageOf(error), fix }];
  }
}

async function knownHosts({ settings }: Context, directory: DataDirectory): Promise<readonly string[]> {
  const { isInitialized, readDefinition } = await import("../src/data/directory/data-directory.js");
  const seeds = isInitialized(directory) ? (await readDefinition(directory)).peers : [];
  const own = settings.optionalText("public-host");
  return [...new Set([...settings.list("peer"), ...seeds])].filter((host) => host !== own);
}

async function sqliteFinding(): Promise<MachineFinding> {
  const { openConnection } = await import("../src/store/sqlite/connection.js");
  const check = "sqlite";
  try {
    const connection = await openConnection(":memory:", "read-write");
    const [row] = await connection.all<{ version: string }>("SELECT sqlite_version() AS version");
    await connection.close();
    return { check, level: "ok", message: `SQLite ${row?.version ?? ""}` };
  } catch (error) {
    return {
      check,
      level: "fault",
      message: messageOf(error),
      fix: "Install chainnode again where it may download or build the binding, or use Node.js 24.",
    };
  }
}

function notWritable(directory: string): MachineFinding {
  return {
    check: "disk",
    level: "fault",
    message: `this user may not write to ${directory}`,
    fix: "Give the directory to the user that runs the node.",
  };
}

/** Whether the node's ports are free. Those of a node that runs on the data directory are its own. */
async function portFindings(
  { settings }: Context,
  { adminSocket }: DataDirectory,
): Promise<readonly MachineFinding[]> {
  const { callAdmin } = await import("../src/ops/admin/admin-client.js");
  const { portFailure } = await import("./doctor/measure.js");
  const isRunning = await callAdmin(adminSocket, { method: "GET", path: "/mining" }).then(
    () => true,
    () => false,
  );
  if (isRunning) return [{ check: "ports", level: "ok", message: "the node of the data directory runs" }];
  const httpPort = settings.integer("http-port");
  const ops = opsPlace(settings);
  const places = [
    { host: settings.text("host"), port: settings.requiredInteger("port") },
    ...(httpPort === undefined ? [] : [{ host: settings.text("host"), port: httpPort }]),
    ...(ops === null ? [] : [ops]),
  ];
  const failures = (await Promise.all(places.map(({ host, port }) => portFailure(host, port)))).filter(
    (failure) => failure !== null,
  );
  if (failures.length === 0)
    return [{ check: "ports", level: "ok", message: "the ports of the node are free" }];
  return failures.map((failure) => ({
    check: "ports",
    level: "fault",
    message: failure.message,
    fix: "Stop the other program, or choose other ports in chainnode.toml.",
  }));
}

/** Until when the certificate of the settings is valid. */
async function certificateFinding({ settings }: Context): Promise<MachineFinding> {
  const { readTlsFiles } = await import("../src/rpc/tls-files.js");
  const { expiryOf, RENEWAL } = await import("../src/ops/health/certificate.js");
  const check = "certificate";
  try {
    const files = tlsFilesOf(settings);
    if (files === undefined) return { check, level: "ok", message: "no certificate is set" };
    const nowUs = Date.now() * 1000;
    const { endUs } = await readTlsFiles(files);
    const { text, isNear } = expiryOf(endUs, nowUs);
    const message = `the certificate ${text}`;
    if (!isNear) return { check, level: "ok", message };
    return { check, level: nowUs < endUs ? "warning" : "fault", message, fix: RENEWAL };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { check, level: "fault", message: error.message.trim(), fix: error.advice ?? "" };
  }
}

function namesFinding(count: number, missing: readonly string[]): MachineFinding {
  const check = "dns";
  if (count === 0) return { check, level: "ok", message: "no peers are named" };
  if (missing.length === 0) return { check, level: "ok", message: "every peer's name has an address" };
  const message = `no address for ${missing.join(", ")}`;
  return { check, level: "warning", message, fix: "Check the names of the peers and the resolver." };
}
