import { defineError } from "../src/codec/define-error.js";

export const rewindTarget = defineError("REWIND_TARGET", "usage", {
  text: "The rewind needs a height or --dated-ahead, and not both.",
  advice: "Give the height of the new last block: chainnode data rewind 1200",
});

export const shell = defineError("SHELL", "usage", {
  text: "Invalid shell.",
  advice: "Use one of {choices}.",
  details: ["got"],
});

export const oneStream = defineError("ONE_STREAM", "usage", {
  text: "Standard input or output holds one chain.",
  advice: "Give a file for the other chain.",
});

export const missingOption = defineError("MISSING_OPTION", "usage", {
  text: "The option --main is missing.",
  advice: "Name the file of the main chain with --main.",
});

export const snapshotTrust = defineError("SNAPSHOT_TRUST", "usage", {
  text: "A snapshot needs --trust, or --trust-peer at least {least} times, and they need a snapshot.",
  advice:
    "Give the file with its hash, as operators of other nodes tell it, or with hosts of different operators whom you trust.",
});

export const publicKey = defineError("PUBLIC_KEY", "usage", {
  text: "Invalid public key.",
  advice: "Give 64 lower-case hex characters.",
  details: ["got"],
});

export const attributeUnknown = defineError("ATTRIBUTE_UNKNOWN", "not-found", {
  text: "No code of the space reads or writes the {kind} attribute {attribute}.",
  advice: "{advice}",
});

export const stateOption = defineError("STATE_OPTION", "usage", {
  text: "--universal and --local exclude each other.",
  advice: "Give one of them. Without both, the universal state is read.",
});

export const stateKeyPart = defineError("STATE_KEY_PART", "usage", {
  text: "Invalid key of a cell.",
  advice: "Give lower-case hex of even length from 2 to 64, or the name of a key.",
  details: ["key"],
});

export const fileTransactions = defineError("FILE_TRANSACTIONS", "refused", {
  text: "{failed} of {number} transactions of the file failed.",
  advice: "Each failure stands among the results.",
});

export const timestampInvalid = defineError("TIMESTAMP", "usage", {
  text: "Invalid timestamp.",
  advice: "Give a number of microseconds since 1970.",
  details: ["timestamp"],
});

export const presetOption = defineError("PRESET_OPTION", "usage", {
  text: "--preset is only valid with --genesis.",
  advice: "Add --genesis, or leave --preset out.",
});

export const presetOfDev = defineError("PRESET_OF_DEV", "usage", {
  text: "--preset is not valid for a development chain.",
  advice: "Leave it out: a development chain has the classic contracts, Faucet and Publish.",
});

export const rulesOption = defineError("RULES_OPTION", "usage", {
  text: "--rules is only valid with --genesis.",
  advice:
    "Add --genesis, or leave --rules out: the definition of a network says its rules, and a development chain has rules 1.",
});

export const networkChoice = defineError("NETWORK_CHOICE", "usage", {
  text: "No network, or more than one, is given.",
  advice: "Use --network FILE, --genesis, both of them, or --dev.",
});

export const keyMissing = defineError("KEY_MISSING", "usage", {
  text: "A private key is needed, and there is no terminal to ask for it.",
  advice: "Give it with --key-file <file>; - is stdin.",
});

export const peerNotQueued = defineError("PEER_NOT_QUEUED", "refused", {
  text: "The node does not accept the host.",
  advice: "The node may know it already, work without peers, or have too many hosts to try.",
  details: ["host"],
});

export const twoSandboxes = defineError("TWO_SANDBOXES", "usage", {
  text: "--dev and --fork cannot be used together.",
  advice: "Use one of them.",
});

export const networkOption = defineError("NETWORK_OPTION", "usage", {
  text: "--network is only valid with --fork.",
  advice: "Add --fork, or leave --network out.",
});

export const consoleRulesOption = defineError("CONSOLE_RULES_OPTION", "usage", {
  text: "--rules is only valid with --dev.",
  advice: "Add --dev, or leave --rules out: a chain has the rules of its network.",
});

export const twoPrograms = defineError("TWO_PROGRAMS", "usage", {
  text: "A script and --eval cannot be used together.",
  advice: "Use one of them.",
});

export const notADevNetwork = defineError("DEV_NETWORK", "usage", {
  text: "The data directory belongs to a network that is not a development chain.",
  advice: "Name another one with --data-dir, or leave --dev out.",
  details: ["network", "directory"],
});

export const logModule = defineError("LOG_MODULE", "usage", {
  text: "The log has no module {module}.",
  advice: "Use one of {choices}.",
  details: ["module"],
});

export const miningDutySetting = defineError("MINING_DUTY_SETTING", "usage", {
  text: "Invalid setting mining-duty.",
  advice: "Give a percentage from 1 to 100.",
  details: ["percent"],
});

export const opsPort = defineError("OPS_PORT", "usage", {
  text: "Invalid setting ops-port.",
  advice: "Give a port from 0 to 65535, or off.",
  details: ["port"],
});

export const tlsIncomplete = defineError("TLS_INCOMPLETE", "usage", {
  text: "HTTPS needs both --tls-cert and --tls-key.",
  advice: "Give both, or neither.",
});

export const proxyUnnamed = defineError("PROXY_UNNAMED", "usage", {
  text: "--proxy-protocol needs the addresses of the proxies.",
  advice: "Name each with --trusted-proxy, or listen on a unix socket.",
});

export const opsAnswer = defineError("OPS_ANSWER", "unreachable", {
  text: "The address does not answer health checks.",
  advice: "Use the address that the node prints as ops, such as http://127.0.0.1:9901.",
  details: ["url"],
});

export const readiness = defineError("READINESS", "refused", {
  text: "The node is not ready.",
  advice: "Read the failed checks above.",
});

export const nodeStopping = defineError("NODE_STOPPING", "unavailable", {
  text: "The node was told to stop and has not ended yet.",
  advice: "Wait, or end it at once with a second SIGTERM.",
  details: ["pid"],
});

export const peersNone = defineError("PEERS_NONE", "refused", {
  text: "The node knows no other host.",
  advice: "Name one with `chainnode peer add`.",
});

export const peerCheck = defineError("PEER_CHECK", "refused", {
  text: "Not every host is a peer.",
  advice: "See the reason of each host above.",
  details: ["failed", "checked"],
});

export const configExists = defineError("CONFIG_EXISTS", "local", {
  text: "The file {file} exists.",
  advice: "Change that file, or remove it first.",
});

export const configFailed = defineError("CONFIG_FAILED", "local", {
  text: "The node could not change some settings: the old ones stay.",
  advice: "Correct each one as the list above says, then reload again.",
});

export const machine = defineError("MACHINE", "refused", {
  text: "The machine has faults.",
  advice: "Correct each one as the list above says.",
  details: ["faults"],
});

export const serviceUser = defineError("SERVICE_USER", "usage", {
  text: "Invalid name of a user.",
  advice: "Give lower-case letters, digits, - and _, at most 31, not a digit first.",
  details: ["user"],
});

export const servicePath = defineError("SERVICE_PATH", "usage", {
  text: "The path cannot stand in a unit of systemd.",
  advice:
    "Choose a data directory without control characters. The path of Node.js may have no quotes and backslashes either.",
  details: ["path"],
});

export const explorerOps = defineError("EXPLORER_OPS", "usage", {
  text: "--explorer ops needs the port of health checks, and --ops-port is off.",
  advice: "Choose a port with --ops-port, or --explorer public.",
});

export const explorerOff = defineError("EXPLORER_OFF", "not-found", {
  text: "The node of the data directory serves no explorer that a URL can name.",
  advice: "Start it with --explorer public, or run chainnode explorer without --print-url.",
});

export const projectionDiffers = defineError("PROJECTION_DIFFERS", "local", {
  text: "The rows of {chain} block {height} in the PostgreSQL database are not those of the chain.",
  advice: "Build the tables again: chainnode project --rebuild\nFind out who may write to the database.",
  details: ["chain", "height"],
});

export const projectionStray = defineError("PROJECTION_STRAY", "local", {
  text: "The table {table} of the PostgreSQL database has rows that belong to no block.",
  advice: "Build the tables again: chainnode project --rebuild\nFind out who may write to the database.",
  details: ["table"],
});

export const blockTime = defineError("BLOCK_TIME", "usage", {
  text: "Invalid block time {got}.",
  advice: "Give a time in ms or s, up to 3600s, such as 250ms or 2s, or off for blocks on request.",
});

export const blockTimeKept = defineError("BLOCK_TIME_KEPT", "usage", {
  text: "The chain has a block time of {milliseconds} ms, which it keeps.",
  advice: "Leave --block-time out, or make another chain with --data-dir.",
});

export const devOption = defineError("DEV_OPTION", "usage", {
  text: "--block-time and --volatile are for the validator of a development chain.",
  advice: "Leave them out, or start a development chain with --dev.",
});

export const testnetKept = defineError("TESTNET_KEPT", "usage", {
  text: "The test network in {directory} has {nodes} nodes and rules {rules}, which it keeps.",
  advice: "Leave --nodes and --rules out, or make another network with --nodes-dir.",
  details: ["directory"],
});

export const testnetLatency = defineError("TESTNET_LATENCY", "usage", {
  text: "Invalid latency {got}.",
  advice: "Give the time of a round trip in ms or s, up to 10s, such as 100ms.",
});

export const detachedEnded = defineError("DETACHED_ENDED", "local", {
  text: "The node ended with {code} before it answered.",
  advice: "Its log says why.",
  details: ["code", "logFile"],
});

export const testnetOver = defineError("TESTNET_OVER", "local", {
  text: "All nodes of the test network have ended: {codes}.",
  advice: "The log above says why. With --nodes-dir, start it again.",
});

export const testnetEnded = defineError("TESTNET_ENDED", "local", {
  text: "Node {node} of the test network ended with {code}.",
  advice: "The log above says why.",
  details: ["node", "code"],
});
