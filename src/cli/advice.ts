/**
 * The command to type after a failure below the command line, by error code. The lower layers do not know that there
 * is a command line.
 */
export const ADVICE: ReadonlyMap<string, string> = new Map([
  ["UNREACHABLE", "Start a node with: chainnode start --dev\nOr name another one with --rpc <url>."],
  [
    "CERTIFICATE",
    "Name the node as its certificate does, with --rpc https://<name>:<port>.\nOne of your own is trusted with NODE_EXTRA_CA_CERTS=<file.pem> in the environment.",
  ],
  ["NOT_HTTPS", "Name it with --rpc http://<name>:<port>."],
  ["TIMEOUT", "Try again, or name another node with --rpc <url>."],
  ["ANSWER_MALFORMED", "Name a node's address with --rpc <url>."],
  ["NODE_URL", "Name a node as in: --rpc http://127.0.0.1:9900"],
  ["NODE_BUSY", "The node has too much to do; try again later."],
  [
    "DATABASE_CORRUPT",
    "Make all that follows from the blocks again: chainnode data reindex\nIt changes nothing, and says which, when blocks are lost.",
  ],
  ["DATABASE_FULL", "There is no room left on the disk. Make some, and try again."],
  ["DATABASE_CANTOPEN", "Its directory must be there, and this user must be able to write to it."],
  ["DATABASE_READONLY", "This user must be able to write to it and to its directory."],
  ["DATABASE_IOERR", "The disk failed: see what the system's log says of it."],
  [
    "DATABASE_NOTADB",
    "Nothing of it can be read. Restore a backup, or remove it with chainnode data reset; then peers give the chain, or a file does that chainnode data export has written on a whole node: chainnode data import",
  ],
  [
    "TRANSACTION_EXPIRED",
    "It failed when its block was made, or came too late; a validator with --log-level info,consensus=debug logs which.\nSee what it would do now with chainnode code call, and sign it again.",
  ],
  ["NODE_FAILED", "Something went wrong inside the node; try again, and look into its log if it stays so."],
  ["NODE_UNAVAILABLE", "The node is starting or stopping; try again later."],
]);
