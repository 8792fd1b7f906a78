import type { Settings } from "../../src/cli/config/resolved.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import type { PoolLimits } from "../../src/consensus/transaction-pool.js";
import type { MiningSettings } from "../../src/node/mining.js";
import type { OpenNodeOptions } from "../../src/node/open-node.js";
import type { TlsFiles } from "../../src/rpc/tls.js";

/** The settings of a node, as the lower layers take them. */

export function poolLimits(settings: Settings): PoolLimits {
  return {
    maxTransactions: settings.requiredInteger("pool-transactions"),
    maxBytes: settings.requiredInteger("pool-bytes"),
  };
}

/** The mining settings. Throws `MINING_DUTY`. */
export function miningSettings(settings: Settings): MiningSettings {
  const threads = settings.requiredInteger("mining-threads");
  const percent = settings.requiredInteger("mining-duty");
  if (percent < 1 || percent > 100) {
    throw usageError("MINING_DUTY", "The setting mining-duty is a percentage from 1 to 100. ", { percent });
  }
  return { threads, duty: percent / 100 };
}

export function peerSettings(settings: Settings): NonNullable<OpenNodeOptions["peers"]> {
  const publicHost = settings.optionalText("public-host");
  return {
    hosts: settings.list("peer"),
    allowPrivate: settings.flag("allow-private-peers"),
    ...(publicHost === undefined ? {} : { publicHost }),
  };
}

/** The files of the certificate. Throws `TLS_FILES` when only one is given. */
export function tlsFiles(settings: Settings): TlsFiles | undefined {
  const certFile = settings.optionalText("tls-cert");
  const keyFile = settings.optionalText("tls-key");
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  throw usageError("TLS_FILES", "HTTPS needs both --tls-cert and --tls-key. ");
}
