import { defineError } from "../src/codec/define-error.js";

/** The errors of single commands. */

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

export const rewindTarget = defineError("REWIND_TARGET", {
  kind: "usage",
  text: "The rewind needs a height or --dated-ahead, and not both.",
  advice: "Give the height of the new last block: chainnode data rewind 1200",
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

export const stateOption = defineError("STATE_OPTION", {
  kind: "usage",
  text: "--universal and --local exclude each other.",
  advice: "Give one of them. Without both, the universal state is read.",
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

export const presetOfDev = defineError("PRESET_OF_DEV", {
  kind: "usage",
  text: "--preset is not valid for a development chain.",
  advice: "Leave it out: a development chain has the classic contracts, Faucet and Publish.",
});

export const rulesOption = defineError("RULES_OPTION", {
  kind: "usage",
  text: "--rules is only valid with --genesis.",
  advice:
    "Add --genesis, or leave --rules out: the definition of a network says its rules, and a development chain has rules 1.",
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

export const consoleRulesOption = defineError("CONSOLE_RULES_OPTION", {
  kind: "usage",
  text: "--rules is only valid with --dev.",
  advice: "Add --dev, or leave --rules out: a chain has the rules of its network.",
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

export const noTests = defineError("NO_TESTS", {
  kind: "not-found",
  text: "There are no test files.",
  advice: "Name a file, or a directory with files *.test.ts.",
});

export const watchJson = defineError("WATCH_JSON", {
  kind: "usage",
  text: "--watch and --json must not be used together.",
  advice: "With --watch, use --reporter tap for a report that a program reads.",
});

export const testsFailed = defineError("TESTS_FAILED", {
  text: "Tests failed.",
  advice: "Run the same again: chainnode code test --seed {seed}",
  details: ["failed"],
});

export const feesOption = defineError("FEES_OPTION", {
  kind: "usage",
  text: "--save and --check belong to --fees.",
  advice: "Add --fees.",
});

export const costsGrew = defineError("COSTS_GREW", {
  text: "Calls are larger or heavier than before.",
  advice: "Make them cheaper, or accept the costs: chainnode code test --fees --save",
  details: ["file"],
});

export const mutationTests = defineError("MUTATION_TESTS", {
  text: "The tests fail without a mutant, where they run in one process: {reason}",
  advice:
    "Tests of mutants run again and again in one process: they must not depend on what an earlier run left.",
  details: ["file"],
});

export const mutantsSurvived = defineError("MUTANTS_SURVIVED", {
  text: "There are changes that no test notices.",
  advice:
    "Test what they change. A change that makes no difference is marked in the source: // equivalent: why",
  details: ["survived"],
});

export const templateUnknown = defineError("TEMPLATE_UNKNOWN", {
  kind: "usage",
  text: "There is no template {template}.",
  advice: "Use one of {templates}.",
});

export const projectName = defineError("PROJECT_NAME", {
  kind: "usage",
  text: "This cannot be the name of a project.",
  advice:
    "Begin with a lower-case letter; then use lower-case letters, digits, dots, - and _, at most 64 characters.",
  details: ["name"],
});

export const projectExists = defineError("PROJECT_EXISTS", {
  kind: "local",
  text: "The directory is not empty.",
  advice: "Name another one.",
  details: ["directory"],
});

export const oneContract = defineError("ONE_CONTRACT", {
  kind: "usage",
  text: "The file must hold exactly one contract.",
  advice: "Export one contract, or give a file with one record.",
  details: ["file"],
});

export const fuzzFound = defineError("FUZZ_FOUND", {
  text: "There are calls that should not be possible.",
  advice: "Correct the contract, or name what is meant with --mints. To see the same again: --seed {seed}",
  details: ["found"],
});

export const invariantMissing = defineError("INVARIANT_MISSING", {
  kind: "usage",
  text: "The file exports no invariant.",
  advice: "Export functions that take the state and return whether it is as it should be.",
  details: ["file"],
});

export const testRun = defineError("TEST_RUN", {
  kind: "internal",
  text: "The process that runs the tests ended without a result.",
  advice: "Read what it printed: a reporter or the runner itself failed.",
  details: ["status"],
});

export const configExists = defineError("CONFIG_EXISTS", {
  kind: "local",
  text: "The file {file} exists.",
  advice: "Change that file, or remove it first.",
});

export const machine = defineError("MACHINE", {
  text: "The machine has faults.",
  advice: "Correct each one as the list above says.",
  details: ["faults"],
});

export const serviceUser = defineError("SERVICE_USER", {
  kind: "usage",
  text: "Invalid name of a user.",
  advice: "Give lower-case letters, digits, - and _, at most 31, not a digit first.",
  details: ["user"],
});

export const servicePath = defineError("SERVICE_PATH", {
  kind: "usage",
  text: "The path of the data directory contains a line break.",
  advice: "Choose another data directory.",
});
