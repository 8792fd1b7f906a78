/** Where a node says what it does. Fields are data, never secrets. */
export type Log = (entry: LogEntry) => void;

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogEntry {
  readonly level: LogLevel;
  /** The room that speaks. */
  readonly module: "node" | "consensus" | "rpc" | "miner" | "peers";
  readonly message: string;
  readonly fields?: Readonly<Record<string, string | number>>;
}

export const silentLog: Log = () => undefined;
