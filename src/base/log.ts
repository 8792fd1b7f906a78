/** Receives the log entries of a node. Fields hold data, never secrets. */
export type Log = (entry: LogEntry) => void;

export const LOG_MODULES = ["node", "consensus", "rpc", "miner", "peers", "reader", "signer"] as const;
export type LogModule = (typeof LOG_MODULES)[number];

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogEntry {
  readonly level: LogLevel;
  readonly module: LogModule;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string | number>>;
}

export const silentLog: Log = () => undefined;
