import { defineError } from "../codec/define-error.js";

export const addressType = defineError("ADDRESS_TYPE", "usage", {
  text: "An address must be text.",
  advice: "Give an address, or the name of a key.",
  details: ["type"],
});

export const spaceWriter = defineError("SPACE_WRITER", "usage", {
  text: "The writer of a space must be an address.",
  advice:
    "Give the address of a key: (await keys.show(name)).address. If the text itself is meant, add { raw: true }.",
  details: ["address"],
});

export const statementInterrupted = defineError("STATEMENT_INTERRUPTED", "refused", {
  text: "The statement was interrupted.",
  advice: "What it had begun may continue: a transaction that was sent stays sent.",
});

export const consoleOption = defineError("CONSOLE_OPTION", "usage", {
  text: "{message}",
  advice: "{advice}",
  about: "An option of a console function is unknown or of the wrong type.",
});

export const nameUnknown = defineError("NAME_UNKNOWN", "not-found", {
  text: "The console has no {name}.",
  advice: "List all names: .help",
});

export const consoleUsage = defineError("CONSOLE_USAGE", "usage", {
  text: "An argument is missing.",
  advice: "The usage is: {signature}",
});

export const listOrder = defineError("LIST_ORDER", "usage", {
  text: "Invalid order of blocks.",
  advice: "Use 'ascending' or 'descending'.",
});

export const codeKind = defineError("CODE_KIND", "usage", {
  text: "Invalid kind of code.",
  advice: "Use 'contract' or 'request'.",
  details: ["kind"],
});

export const adminElsewhere = defineError("ADMIN_ELSEWHERE", "unreachable", {
  text: "Only the owner of a running node can ask this.",
  advice: "Attach by the data directory, on the machine of the node: chainnode repl --data-dir <dir>",
});

export const waitSeconds = defineError("WAIT_SECONDS", "usage", {
  text: "Invalid time to wait.",
  advice: "Give a number of seconds from 0.",
});

export const scriptUnfinished = defineError("SCRIPT_UNFINISHED", "usage", {
  text: "The input ends within a statement.",
  advice: "Complete the statement.",
});

export const signer = defineError("SIGNER", "usage", {
  text: "The signer has no private key.",
  advice:
    "Give the name of a key, or a key pair. An impersonated address sends with sandbox.impersonate(address).send(type, parameters).",
});

export const consoleNumber = defineError("CONSOLE_NUMBER", "usage", {
  text: "The number is too large to be exact.",
  advice: "Write it as a bigint: 9007199254740993n",
  details: ["number"],
});

export const consoleValue = defineError("CONSOLE_VALUE", "usage", {
  text: "Not a value of the protocol.",
  advice: "Values are null, booleans, numbers, bigints, text, lists, maps and plain objects.",
  details: ["type"],
});

export const scriptFailed = defineError("SCRIPT_FAILED", "refused", {
  text: "{reason}",
  details: ["line?"],
  about: "A statement or script of the console threw something else than an error of the catalogue.",
});

export const sandboxArgument = defineError("SANDBOX_ARGUMENT", "usage", {
  text: "The {name} must be {expected}.",
  advice: "Correct the argument.",
});

export const consoleFile = defineError("CONSOLE_FILE", "local", {
  text: "The file cannot be {what}.",
  advice: "Check the path. Existing files are never overwritten.",
  details: ["file", "reason"],
});

export const codeCheck = defineError("CODE_CHECK", "refused", {
  text: "The code has errors. Nothing was sent.",
  advice:
    "Show each finding and its place: chainnode code check <file>, or in the console: code.check(record)",
});

export const coinsAmount = defineError("COINS", "usage", {
  text: "Invalid amount of coins.",
  advice: "Give a decimal number as text with at most {digits} digits after the point, such as coins('1.5').",
  details: ["amount"],
});
