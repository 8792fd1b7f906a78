import { hostname } from "node:os";
import type { Settings } from "../../src/cli/config/resolve.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { isWholeNumber } from "../../src/codec/text.js";
import type { PoolLimits } from "../../src/consensus/transaction-pool.js";
import { readKeep, type Keep } from "../../src/ledger/pruning.js";
import type { MiningSettings } from "../../src/node/mining.js";
import { normalizeHost } from "../../src/peers/transport/host.js";
import type { OpenNodeOptions } from "../../src/node/open-node.js";
import type { PostgresServers } from "../../src/readers/projection/projection-messages.js";
import type { ProxySettings } from "../../src/rpc/callers.js";
import { isUnixHost } from "../../src/rpc/listen.js";
import type { TlsFiles } from "../../src/rpc/tls-files.js";
import * as errors from "../errors.js";
import type { NetworkDefinition } from "../../src/records/network.js";

const MAX_PORT = 65_535;

export function poolLimits(settings: Settings): PoolLimits {
  return {
    maxTransactions: settings.requiredInteger("pool-transactions"),
    maxBytes: settings.requiredInteger("pool-bytes"),
  };
}

/** The mining settings. Throws `MINING_DUTY_SETTING`. */
export function miningSettings(settings: Settings): MiningSettings {
  const threads = settings.requiredInteger("mining-threads");
  const percent = settings.requiredInteger("mining-duty");
  if (percent < 1 || percent > 100) throw errors.miningDutySetting({ percent });
  return { threads, duty: percent / 100 };
}

/** The last main blocks that stay whole. Throws `KEEP_INVALID`. */
export function keepSetting(settings: Settings): Keep {
  return readKeep(settings.text("keep"));
}

/** The settings of peers. Throws `PEER_HOST`, which names the source of the setting. */
export function peerSettings(settings: Settings): NonNullable<OpenNodeOptions["peers"]> {
  const publicHost = settings.optionalText("public-host");
  return {
    hosts: settings.list("peer").map((host) => namedHost(host, settings.sourceOf("peer"))),
    allowPrivate: settings.flag("allow-private-peers"),
    ...(publicHost === undefined ? {} : { publicHost }),
  };
}

function namedHost(host: string, source: string): string {
  try {
    return normalizeHost(host);
  } catch (error) {
    throw error instanceof ChainError ? error.with({ details: { source } }) : error;
  }
}

/** The database into which the node copies its chains. Throws `POSTGRES_URL`. */
export async function postgresServers(settings: Settings): Promise<PostgresServers | undefined> {
  const urls = settings.optionalText("postgres");
  if (urls === undefined) return undefined;
  const { readDatabaseAddresses } = await import("../../src/store/postgres/address.js");
  readDatabaseAddresses(urls);
  return { urls, passwordFile: settings.optionalText("postgres-password-file") ?? null };
}

/** The signer that holds the validator's key. Throws `SIGNER_ADDRESS` or `SIGNER_FILES`. */
export async function signerSettings(
  settings: Settings,
  takesLease: boolean,
): Promise<OpenNodeOptions["signer"]> {
  const signer = settings.optionalText("signer");
  if (signer === undefined) return undefined;
  const { readSignerAddress } = await import("../../src/signer/address.js");
  const [cert, key, ca] = ["signer-cert", "signer-key", "signer-ca"].map((name) =>
    settings.optionalText(name),
  );
  const address = await readSignerAddress(
    signer,
    { cert, key, ca },
    "--signer-cert, --signer-key and --signer-ca",
  );
  const name = settings.optionalText("public-host") ?? `${hostname()} (process ${process.pid})`;
  return { signer, address, name, takesLease };
}

/** The proxies before the server. Throws `PROXY_UNNAMED`. */
export function proxySettings(settings: Settings): ProxySettings {
  const trusted = settings.list("trusted-proxy");
  const hasProtocol = settings.flag("proxy-protocol");
  if (hasProtocol && trusted.length === 0 && !isUnixHost(settings.text("host"))) throw errors.proxyUnnamed();
  const header = settings.text("proxy-header") === "Forwarded" ? "forwarded" : "x-forwarded-for";
  return { trusted, header, hasProtocol };
}

interface OpsPlace {
  readonly host: string;
  readonly port: number;
  /** Whether the operator chose the address: then the node does not start without it. */
  readonly isChosen: boolean;
}

/** Null when it is turned off. Throws `OPS_PORT`. */
export function opsPlace(settings: Settings): OpsPlace | null {
  const host = settings.text("ops-host");
  const text = settings.optionalText("ops-port");
  if (text === "off") return null;
  if (text === undefined) {
    const port = settings.requiredInteger("port");
    // With any port for RPC, any port for this.
    const isChosen = settings.originOf("ops-host") !== "default";
    return { host, port: port === 0 || port === MAX_PORT ? 0 : port + 1, isChosen };
  }
  if (isWholeNumber(text) && Number(text) <= MAX_PORT) return { host, port: Number(text), isChosen: true };
  throw errors.opsPort({ port: text });
}

/** The files of the certificate. Throws `TLS_INCOMPLETE` when only one is given. */
export function tlsFilesOf(settings: Settings): TlsFiles | undefined {
  const certFile = settings.optionalText("tls-cert");
  const keyFile = settings.optionalText("tls-key");
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  throw errors.tlsIncomplete();
}

/** The time from one block of a development chain to the next, µs; or that blocks are made on request. */
export type BlockTime = number | typeof OFF;
export const OFF = "off";

const TIME = /^([1-9][0-9]{0,6})(ms|s)$/;
const UNIT_US = { ms: 1000, s: 1_000_000 } as const;
const LONGEST_US = 3_600_000_000;

/** Throws `BLOCK_TIME`. */
export function readBlockTime(text: string | undefined): BlockTime | undefined {
  if (text === undefined || text === OFF) return text;
  const us = readTimeUs(text);
  if (us !== null && us <= LONGEST_US) return us;
  throw errors.blockTime({ got: text });
}

/** A time such as 250ms or 2s, µs; null for another text. */
export function readTimeUs(text: string): number | null {
  const [, count, unit] = TIME.exec(text) ?? [];
  return count === undefined ? null : Number(count) * UNIT_US[unit === "s" ? "s" : "ms"];
}

/** A chain keeps its block time: it is a part of the network's definition. Throws `BLOCK_TIME_KEPT`. */
export function assertBlockTime(wanted: BlockTime | undefined, { constants }: NetworkDefinition): void {
  const { main_chain_interval } = constants;
  if (typeof wanted === "number" && wanted !== main_chain_interval)
    throw errors.blockTimeKept({ milliseconds: main_chain_interval / UNIT_US.ms });
}
