/**
 * The package's entry point `chainnode`: a node inside another program. `openNode` opens the node of a data directory,
 * `Node.open` a node over any store, such as one in memory. A `Node` is an `Engine`: every operation of the RPC
 * interface (docs/rpc.md) as a method. The clock is an argument: `systemClock`, or a `VirtualClock` that the program
 * advances. The client for other nodes is `chainnode/client`.
 */
export { Node } from "./node/node.js";
export type { NodeOptions } from "./node/node-options.js";
export { StoppedNode } from "./api/stopped-node.js";
export { createEngineClient } from "./api/engine-client.js";
export { openNode, type OpenNode, type OpenNodeOptions } from "./node/open-node.js";
export type * from "./api/engine.js";

export {
  dataDirectory,
  initDataDirectory,
  isInitialized,
  type DataDirectory,
  type DefineNetwork,
} from "./data/directory/data-directory.js";
export { createIdentity, createKeyPair, type Identity, type KeyPair } from "./data/directory/identity.js";
export { DEFAULT_CONSTANTS, type NetworkConstants, type NetworkDefinition } from "./records/network.js";
export { openSqliteStore, IN_MEMORY, type SqliteStoreOptions } from "./store/sqlite/open.js";
export type { MainBlockSummary, Store } from "./store/store.js";

export { devAccounts, devNetwork } from "./data/dev-network.js";
export { prepareDevChain } from "./dev/prepare-dev-chain.js";
export { prepareChain } from "./node/preset.js";
export type { PresetName } from "./system/presets.js";

export type { Clock } from "./base/clock/clock.js";
export { systemClock } from "./base/clock/system-clock.js";
export { VirtualClock } from "./base/clock/virtual-clock.js";
export { VolatileSigningMemory, type SigningMemory } from "./consensus/signing-memory.js";
export { SigningMemoryFile } from "./data/directory/signing-memory-file.js";
export type { PoolLimits } from "./consensus/transaction-pool.js";
export type { MiningSettings } from "./node/mining.js";
export { silentLog, type Log, type LogEntry, type LogLevel, type LogModule } from "./base/log.js";

export { ChainError, type ErrorKind } from "./codec/chain-error.js";
export { objectToValue, type Value, type ValueList, type ValueMap } from "./codec/value.js";
export { signTransaction, type SignedTransaction } from "./records/transaction.js";
