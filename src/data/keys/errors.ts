import { defineError } from "../../codec/define-error.js";

export const keyFileFormat = defineError("KEY_FILE_FORMAT", "local", {
  text: "The file is not a key that this version of chainnode can read.",
  advice: "Restore the key from a backup, or use a newer chainnode.",
  details: ["file"],
});

export const keyName = defineError("KEY_NAME", "usage", {
  text: "Invalid name of a key: {name}",
  advice: "Use up to 64 letters, digits, - and _.",
  details: ["name"],
});

export const keyFormat = defineError("KEY_FORMAT", "usage", {
  text: "Invalid private key.",
  advice: "Give 64 lower-case hex characters.",
});

export const keyExists = defineError("KEY_EXISTS", "local", {
  text: "There is already a key named {name}.",
  advice: "Choose another name. Keys are never overwritten.",
});

export const keyUnknown = defineError("KEY_UNKNOWN", "not-found", {
  text: "There is no key {key}.",
  advice: "List the keys: chainnode key list",
  details: ["key", "keystore"],
});

export const keyPassword = defineError("KEY_PASSWORD", "local", {
  text: "Wrong password for key {name}, or the key file is damaged.",
  advice: "Try again. If the password is right, restore the key file from a backup.",
});

export const keyCommand = defineError("KEY_COMMAND", "local", {
  text: "The program {program} did not sign: {reason}.",
  advice: "Run it with the word public-key: it must print the key. docs/deploying.md has an example.",
});

export const keyElsewhere = defineError("KEY_ELSEWHERE", "usage", {
  text: "The private key is not here: the program {program} has it.",
  advice: "Name a key of the keystore.",
});

export const keyNameReserved = defineError("KEY_NAME_RESERVED", "usage", {
  text: "The name {name} is reserved.",
  advice: "Choose another name: {defaultKey} is the default key, and {nodeKey} the key of the node.",
  details: ["name"],
});

export const keyNoDefault = defineError("KEY_NO_DEFAULT", "not-found", {
  text: "There is no default key.",
  advice: "Create one with chainnode key new <name>, or choose one with chainnode key default <name>.",
});

export const addressRefused = defineError("ADDRESS", "usage", {
  text: "Invalid address: {reason}.",
  advice: "Give an address of 44 lower-case hex characters, or the name of a key.",
  details: ["address", "characters?"],
});
