import { defineError } from "../codec/define-error.js";

/** The errors of the store. Those of SQLite have its own names: `SQLITE_FULL` is `DATABASE_FULL`. */

export const databaseCorrupt = defineError("DATABASE_CORRUPT", "local", {
  text: "The database {file} is damaged: {reason}.",
  advice:
    "Rebuild state and indexes from the blocks: chainnode data reindex\nIf blocks are lost, the command changes nothing and names them.",
});

export const databaseError = defineError("DATABASE_ERROR", "local", {
  text: "The database {file} has an unexpected structure: {reason}.",
  advice: "Find out what is damaged: chainnode data check",
});

export const databaseFull = defineError("DATABASE_FULL", "local", {
  text: "The database {file} cannot grow: {reason}.",
  advice: "Free some space on the disk and try again.",
});

export const databaseCantopen = defineError("DATABASE_CANTOPEN", "local", {
  text: "The database {file} cannot be opened: {reason}.",
  advice: "Check that its directory exists and that this user may write to it.",
});

export const databaseReadonly = defineError("DATABASE_READONLY", "local", {
  text: "The database {file} cannot be written: {reason}.",
  advice: "Check that this user may write to it and to its directory.",
});

export const databaseIoerr = defineError("DATABASE_IOERR", "local", {
  text: "The disk failed while the database {file} was used: {reason}.",
  advice: "Check the log of the operating system.",
});

export const databaseNotadb = defineError("DATABASE_NOTADB", "local", {
  text: "The file {file} is not a database: {reason}.",
  advice:
    "Restore a backup, or remove the file with chainnode data reset. Then fetch the chain from peers, or import a file that chainnode data export wrote on another node.",
});

export const databaseBusy = defineError("DATABASE_BUSY", "local", {
  text: "Another process uses the database {file}.",
  advice: "Stop that process and try again. Nothing was changed.",
});

export const databaseFailed = defineError("DATABASE_FAILED", "local", {
  text: "The database {file} failed: {reason}.",
  advice: "Check the database: chainnode data check",
});

export const lockDamaged = defineError("LOCK_DAMAGED", "local", {
  text: "The lock of the data directory is damaged: {file} is not a database.",
  advice: "Make sure that no node runs on the directory, then remove this file. It holds no data.",
});

export const databaseBinding = defineError("DATABASE_BINDING", "local", {
  text: "The native binding of SQLite cannot be loaded: {reason}.",
  advice:
    "Run `npm rebuild sqlite3` in the directory where chainnode is installed, or use Node.js 22.13 or later, which has SQLite of its own.",
});

export const databaseNode = defineError("DATABASE_NODE", "local", {
  text: "Node.js {version} has no SQLite of its own.",
  advice: "Use Node.js 22.13 or later, or the driver sqlite3.",
});

export const databaseNetwork = defineError("DATABASE_NETWORK", "local", {
  text: "The database {file} belongs to another network.",
  advice: "Choose another data directory, or use the network definition that the database was made with.",
});

export const databaseForeign = defineError("DATABASE_FOREIGN", "local", {
  text: "The database {file} was not made by chainnode.",
  advice: "Choose another data directory.",
});

export const databaseSchema = defineError("DATABASE_SCHEMA", "local", {
  text: "The database {file} has schema {version}, but this chainnode reads schema {supported}.",
  advice: "Use the chainnode version that made the database, or another data directory.",
});

export const dataDirectoryInUse = defineError("DATA_DIRECTORY_IN_USE", "local", {
  text: "The data directory {directory} is in use by process {pid}.",
  advice: "Stop that process, or choose another data directory.",
  details: ["pid"],
});

export const storeReadOnly = defineError("STORE_READ_ONLY", "local", {
  text: "The data directory is open for reading only.",
  advice: "Stop the process that has it open for writing, and try again.",
});

export const blockNotNext = defineError("BLOCK_NOT_NEXT", "local", {
  text: "Block {height} does not follow the last stored block.",
  advice: "Check the data of the node: chainnode data check",
  details: ["height", "expected"],
});

export const blockNotLast = defineError("BLOCK_NOT_LAST", "local", {
  text: "Block {height} cannot be undone: it is not the last stored block.",
  advice: "Check the data of the node: chainnode data check",
  details: ["height", "last"],
});

export const blockCount = defineError("BLOCK_COUNT", "local", {
  text: "The transaction count of block {height} does not match its content.",
  advice: "Check the data of the node: chainnode data check",
  details: ["transaction_count", "transactions"],
});

export const blockGone = defineError("BLOCK_GONE", "unavailable", {
  text: "Main block {height} was undone while it was read.",
  advice: "Try again: another block has taken its place.",
  details: ["blockhash"],
});

export const pruned = defineError("PRUNED", "gone", {
  text: "The node has pruned what this needs: it has the blocks from height {first} on.",
  advice: "Ask for block {first} or a later one, or ask a node that keeps all blocks (docs/pruning.md).",
  details: ["first"],
});

export const postgresUrl = defineError("POSTGRES_URL", "usage", {
  text: "The address of the PostgreSQL database is not valid: {reason}.",
  advice:
    "Write postgres://user@host:5432/database, and give the password in a file, in PGPASSWORD or in ~/.pgpass.",
});

export const postgresUnreachable = defineError("POSTGRES_UNREACHABLE", "unavailable", {
  text: "The PostgreSQL server {server} does not answer: {reason}.",
  advice: "Check that the server runs and that this machine can reach it, and try again.",
});

export const postgresBusy = defineError("POSTGRES_BUSY", "unavailable", {
  text: "All connections to the PostgreSQL server {server} are in use.",
  advice: "Try again later, allow more connections, or add a server.",
});

export const postgresSlow = defineError("POSTGRES_SLOW", "unavailable", {
  text: "The PostgreSQL server {server} took too long: {reason}.",
  advice: "Ask for less at once, or try again later.",
});

export const postgresFull = defineError("POSTGRES_FULL", "local", {
  text: "The PostgreSQL server {server} has no space left: {reason}.",
  advice: "Free some space on its disk. The projection continues by itself.",
});

export const postgresDenied = defineError("POSTGRES_DENIED", "local", {
  text: "The PostgreSQL server {server} refuses access: {reason}.",
  advice: "Check user, password and database. The roles are in deploy/postgres/roles.sql.",
});

export const postgresEmpty = defineError("POSTGRES_EMPTY", "local", {
  text: "The PostgreSQL database {server} holds no chain: {reason}.",
  advice: "Fill it: chainnode project --postgres URL",
});

export const postgresFailed = defineError("POSTGRES_FAILED", "local", {
  text: "The PostgreSQL server {server} failed: {reason}.",
  advice: "Check the log of the server.",
});

export const postgresSchema = defineError("POSTGRES_SCHEMA", "local", {
  text: "The PostgreSQL database {server} has schema {version}, but this chainnode reads schema {supported}.",
  advice: "Build it again beside the old one, then change all readers: chainnode project --rebuild",
});

export const postgresNetwork = defineError("POSTGRES_NETWORK", "local", {
  text: "The PostgreSQL database {server} holds the chain of another network.",
  advice: "Choose another database.",
});

export const postgresEncoding = defineError("POSTGRES_ENCODING", "local", {
  text: "The PostgreSQL database {server} has the encoding {encoding}.",
  advice: "Create the database with ENCODING 'UTF8'.",
});

export const postgresStandby = defineError("POSTGRES_STANDBY", "unavailable", {
  text: "The PostgreSQL server {server} is a standby, which only reads.",
  advice: "Name the primary server, or all servers: the one that was written last is used.",
});

export const projectionTaken = defineError("PROJECTION_TAKEN", "unavailable", {
  text: "Another projector writes to the PostgreSQL database {server}.",
  advice: "Nothing needs to be done: this one takes over when that one ends.",
});

export const projectionLost = defineError("PROJECTION_LOST", "unavailable", {
  text: "Another projector has changed the PostgreSQL database {server} since this one last wrote to it.",
  advice: "Nothing was written. This one takes over when the other one ends.",
});

export const projectionOutranked = defineError("PROJECTION_OUTRANKED", "unavailable", {
  text: "Another server of the database has a later term than {server}, which this projector has written.",
  advice:
    "Nothing needs to be done: it continues on the server with the latest term. Fence the other one (docs/operate.md).",
});
