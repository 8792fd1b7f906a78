import { defineError } from "../src/codec/define-error.js";

/** The errors of single commands. */

export const blockUnknown = defineError("BLOCK_UNKNOWN", {
  kind: "not-found",
  text: "The chain has no block {block}.",
  advice: "Show the height of the last block: chainnode status",
  details: ["block"],
});

export const codeFaulty = defineError("CODE_FAULTY", {
  text: "The code has errors.",
  advice: "Correct each finding.",
});

export const codeFile = defineError("CODE_FILE", {
  kind: "usage",
  text: "The file contains no code, or something other than code records.",
  advice: "Give one code record, or a list of them.",
  details: ["file"],
});

export const codeVersion = defineError("CODE_VERSION", {
  text: "The chain has another {name}, and accepts a newer version only.",
  advice: "Give it a version above {registered}.",
  details: ["file", "version", "registered"],
});

export const optionPair = defineError("OPTION_PAIR", {
  kind: "usage",
  text: "--fixture and --input must be used together.",
  advice: "Give both, or neither.",
});

export const size = defineError("SIZE", {
  kind: "usage",
  text: "Invalid size.",
  advice: "Give an integer: size:=414",
});

export const codeFormat = defineError("CODE_FORMAT", {
  kind: "usage",
  text: "{registrar} accepts records of the {format} format, and this file has another one.",
  advice: "Use: chainnode code {verb} {file}",
  details: ["file"],
});

export const shell = defineError("SHELL", {
  kind: "usage",
  text: "Invalid shell.",
  advice: "Use one of {choices}.",
  details: ["got"],
});

export const missingOption = defineError("MISSING_OPTION", {
  kind: "usage",
  text: "The option --main is missing.",
  advice: "Name the file of the main chain with --main.",
});

export const publicKey = defineError("PUBLIC_KEY", {
  kind: "usage",
  text: "Invalid public key.",
  advice: "Give 64 lower-case hex characters.",
  details: ["got"],
});

export const stateKeyPart = defineError("STATE_KEY_PART", {
  kind: "usage",
  text: "Invalid key of a cell.",
  advice: "Give lower-case hex of even length from 2 to 64, or the name of a key.",
  details: ["key"],
});

export const timestampInvalid = defineError("TIMESTAMP", {
  kind: "usage",
  text: "Invalid timestamp.",
  advice: "Give a number of microseconds since 1970.",
  details: ["timestamp"],
});

export const presetOption = defineError("PRESET_OPTION", {
  kind: "usage",
  text: "--preset is only valid with --genesis.",
  advice: "Add --genesis, or leave --preset out.",
});

export const networkChoice = defineError("NETWORK_CHOICE", {
  kind: "usage",
  text: "No network, or more than one, is given.",
  advice: "Use --network FILE, --genesis, both of them, or --dev.",
});

export const keyMissing = defineError("KEY_MISSING", {
  kind: "usage",
  text: "A private key is needed, and there is no terminal to ask for it.",
  advice: "Give it with --key-file <file>; - is stdin.",
});

export const peerNotQueued = defineError("PEER_NOT_QUEUED", {
  text: "The node does not accept the host.",
  advice: "The node may know it already, work without peers, or have too many hosts to try.",
  details: ["host"],
});

export const twoSandboxes = defineError("TWO_SANDBOXES", {
  kind: "usage",
  text: "--dev and --fork cannot be used together.",
  advice: "Use one of them.",
});

export const networkOption = defineError("NETWORK_OPTION", {
  kind: "usage",
  text: "--network is only valid with --fork.",
  advice: "Add --fork, or leave --network out.",
});

export const twoPrograms = defineError("TWO_PROGRAMS", {
  kind: "usage",
  text: "A script and --eval cannot be used together.",
  advice: "Use one of them.",
});

export const notADevNetwork = defineError("DEV_NETWORK", {
  kind: "usage",
  text: "The data directory belongs to a network that is not a development chain.",
  advice: "Name another one with --data-dir, or leave --dev out.",
  details: ["network", "directory"],
});

export const logModule = defineError("LOG_MODULE", {
  kind: "usage",
  text: "The log has no module {module}.",
  advice: "Use one of {choices}.",
  details: ["module"],
});

export const miningDutySetting = defineError("MINING_DUTY_SETTING", {
  kind: "usage",
  text: "Invalid setting mining-duty.",
  advice: "Give a percentage from 1 to 100.",
  details: ["percent"],
});

export const opsPort = defineError("OPS_PORT", {
  kind: "usage",
  text: "Invalid setting ops-port.",
  advice: "Give a port from 0 to 65535, or off.",
  details: ["port"],
});

export const tlsIncomplete = defineError("TLS_INCOMPLETE", {
  kind: "usage",
  text: "HTTPS needs both --tls-cert and --tls-key.",
  advice: "Give both, or neither.",
});

export const opsAnswer = defineError("OPS_ANSWER", {
  kind: "unreachable",
  text: "The address does not answer health checks.",
  advice: "Use the address that the node prints as ops, such as http://127.0.0.1:9901.",
  details: ["url"],
});

export const readiness = defineError("READINESS", {
  kind: "refused",
  text: "The node is not ready.",
  advice: "Read the failed checks above.",
});

export const nodeStopping = defineError("NODE_STOPPING", {
  kind: "unavailable",
  text: "The node was told to stop and has not ended yet.",
  advice: "Wait, or end it at once with a second SIGTERM.",
  details: ["pid"],
});

export const codeModule = defineError("CODE_MODULE", {
  kind: "usage",
  text: "The module cannot be loaded.",
  advice: "Correct the module. Of TypeScript only the types are removed: no enum, no namespace.",
  details: ["file", "reason"],
});

export const codeValue = defineError("CODE_VALUE", {
  kind: "usage",
  text: "Invalid export of the module: {reason}",
  advice: "Export code records.",
  details: ["file"],
});

export const peersNone = defineError("PEERS_NONE", {
  text: "The node knows no other host.",
  advice: "Name one with `chainnode peer add`.",
});

export const peerCheck = defineError("PEER_CHECK", {
  text: "Not every host is a peer.",
  advice: "See the reason of each host above.",
  details: ["failed", "checked"],
});
