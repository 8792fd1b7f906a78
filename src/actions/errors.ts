import { defineError } from "../codec/define-error.js";

export const codeNotFound = defineError("CODE_NOT_FOUND", "refused", {
  text: "The transaction is on the chain, but the code is not.",
  advice: "Another transaction may have registered a newer version: {command}",
  details: ["name", "id"],
});

export const waitTimeout = defineError("WAIT_TIMEOUT", "unavailable", {
  text: "No block contains the transaction yet.",
  advice: "{advice}",
  details: ["hash", "seconds"],
});

export const contractUnknown = defineError("CONTRACT_UNKNOWN", "not-found", {
  text: "The network has no contract {type}.",
  advice: "List the contracts: chainnode code list",
});

export const heightInvalid = defineError("HEIGHT", "usage", {
  text: "Invalid height.",
  advice: "Give a whole number from 0.",
  details: ["height?", "type?"],
});

export const transactionHashInvalid = defineError("TRANSACTION_HASH", "usage", {
  text: "Invalid hash of a transaction.",
  advice: "Give 78 lower-case hex characters, or at least the first 4.",
  details: ["hash?", "characters?", "type?"],
});

export const parameterUnknown = defineError("PARAMETER_UNKNOWN", "usage", {
  text: "{name} has no parameter {parameter}.",
  advice: "Show its parameters: chainnode code get {code}",
});

export const hashTooShort = defineError("HASH_SHORT", "usage", {
  text: "A hash that begins with {part} and ends with {end} can be in any of {blocks} blocks.",
  advice: "Give more of its first characters.",
});

export const spaceInvalid = defineError("SPACE", "usage", {
  text: "Invalid space: {space}.",
  advice:
    "Give its writer and name, such as alice/art, or its cid, a hash of 64 characters. List them: chainnode code list",
  details: ["space"],
});

export const spaceUnknown = defineError("SPACE_UNKNOWN", "not-found", {
  text: "No code is in a space whose cid matches {cid}.",
  advice: "List the codes with their spaces: chainnode code list",
  details: ["cid"],
});

export const spaceEmpty = defineError("SPACE_EMPTY", "not-found", {
  text: "No code is in the space {space}.",
  advice: "List the codes with their spaces: chainnode code list",
  details: ["writer", "cid"],
});

export const expressionData = defineError("EXPRESSION_DATA", "usage", {
  text: "{sentence}",
  about: "An expression that is evaluated alone has a part that is written as a call but is data.",
  advice: "List the operators: chainnode help operators",
  details: ["path"],
});

export const blockUnknown = defineError("BLOCK_UNKNOWN", "not-found", {
  text: "The chain has no block {block}.",
  advice: "Show the height of the last block: chainnode status",
  details: ["block"],
});

export const nodeBehindProxy = defineError("NODE_BEHIND_PROXY", "usage", {
  text: "The node of the data directory listens on {place} only, which no URL names.",
  advice: "Name the address of the proxy before it with --rpc, or as rpc in chainnode.toml.",
});
