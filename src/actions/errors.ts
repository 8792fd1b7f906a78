import { defineError } from "../codec/define-error.js";

/** The errors of what the command line and the console have in common. */

export const codeNotFound = defineError("CODE_NOT_FOUND", {
  text: "The transaction is on the chain, but the code is not.",
  advice: "Another transaction may have registered a newer version: {command}",
  details: ["name", "id"],
});

export const waitTimeout = defineError("WAIT_TIMEOUT", {
  kind: "unavailable",
  text: "No block contains the transaction yet.",
  advice: "{advice}",
  details: ["hash", "seconds"],
});

export const contractUnknown = defineError("CONTRACT_UNKNOWN", {
  kind: "not-found",
  text: "The network has no contract {type}.",
  advice: "List the contracts: chainnode code list",
});

export const heightInvalid = defineError("HEIGHT", {
  kind: "usage",
  text: "Invalid height.",
  advice: "Give a whole number from 0.",
  details: ["height?", "type?"],
});

export const transactionHashInvalid = defineError("TRANSACTION_HASH", {
  kind: "usage",
  text: "Invalid hash of a transaction.",
  advice: "Give 78 lower-case hex characters.",
  details: ["hash?", "characters?", "type?"],
});

export const parameterUnknown = defineError("PARAMETER_UNKNOWN", {
  kind: "usage",
  text: "{name} has no parameter {parameter}.",
  advice: "Show its parameters: chainnode code get {name}",
});
