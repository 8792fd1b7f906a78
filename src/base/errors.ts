import { defineError } from "../codec/define-error.js";

export const looseMode = defineError("LOOSE_MODE", "local", {
  text: "Other users can read a place where keys are kept.",
  advice: "Run: chmod {octal} {path}",
  details: ["path"],
});

export const sharedDirectory = defineError("SHARED_DIRECTORY", "local", {
  text: "Other users can write to the data directory, and so replace its files.",
  advice: "Run: chmod {octal} {path}",
  details: ["path"],
});

export const bodyTooLarge = defineError("BODY_TOO_LARGE", "usage", {
  text: "The body is larger than {limit} bytes.",
  advice: "Send less at a time.",
});

export const fileExists = defineError("FILE_EXISTS", "local", {
  text: "The file or directory exists already.",
  advice: "Choose another name, or remove what is there.",
  details: ["path"],
});
