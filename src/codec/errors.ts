import { defineError } from "./define-error.js";

/** The errors of what comes from outside: JSON text, passwords, and refusals of the operating system. */

export const jsonSyntax = defineError("JSON_SYNTAX", "usage", {
  text: "Invalid JSON at offset {offset}: expected {expected}.",
  advice: "Correct the JSON text at this offset.",
  details: ["offset"],
});

export const jsonDepth = defineError("JSON_DEPTH", "usage", {
  text: "The JSON text is nested more than {limit} levels deep.",
  advice: "Nest lists and maps less deeply.",
});

export const jsonWeight = defineError("JSON_WEIGHT", "usage", {
  text: "The JSON text contains too many values.",
  advice: "Send fewer values, or pass long lists as one text.",
});

export const jsonEncoding = defineError("JSON_ENCODING", "usage", {
  text: "The text is not valid UTF-8.",
  advice: "Encode the text as UTF-8.",
});

export const plainObject = defineError("PLAIN_OBJECT", "usage", {
  text: "An object that is not a Map stands where a map is needed.",
  advice: "Make the map with objectToValue({ … }), or write new Map([ … ]).",
  about: "A program gave a client an object of JavaScript as a map of the protocol.",
});

export const homeMissing = defineError("HOME_MISSING", "local", {
  text: "This user has no home directory.",
  advice: "Set HOME to an absolute path, or name the data directory with --data-dir or CHAINNODE_HOME.",
});

export const diskFull = defineError("DISK_FULL", "local", {
  text: "No space is left on the disk.",
  advice: "Free some space and try again.",
  details: ["file?", "reason"],
});

export const fileForbidden = defineError("FILE_FORBIDDEN", "local", {
  text: "Permission denied.",
  advice: "Check the owner and the permissions of the file and its directory.",
  details: ["file?", "reason"],
});

export const tooManyFiles = defineError("TOO_MANY_FILES", "local", {
  text: "Too many files are open.",
  advice: "Raise the limit of open files for this process (ulimit -n).",
  details: ["file?", "reason"],
});

export const diskReadOnly = defineError("DISK_READ_ONLY", "local", {
  text: "The file system is read-only.",
  advice: "Choose another directory, or mount the file system for writing.",
  details: ["file?", "reason"],
});

export const diskFailed = defineError("DISK_FAILED", "local", {
  text: "The disk failed.",
  advice: "Check the log of the operating system.",
  details: ["file?", "reason"],
});

export const fileMissing = defineError("FILE_MISSING", "not-found", {
  text: "The file or its directory does not exist.",
  advice: "Check the path.",
  details: ["file?", "reason"],
});

export const notADirectory = defineError("NOT_A_DIRECTORY", "local", {
  text: "A part of the path is not a directory.",
  advice: "Choose another path.",
  details: ["file?", "reason"],
});

export const fileLink = defineError("FILE_LINK", "local", {
  text: "The path is a symbolic link, which this program does not write through.",
  advice: "Remove the link, or put the file itself in its place.",
  details: ["file?", "reason"],
});

export const isADirectory = defineError("IS_A_DIRECTORY", "local", {
  text: "The path is a directory, not a file.",
  advice: "Choose a file.",
  details: ["file?", "reason"],
});

export const fileTooLarge = defineError("FILE_TOO_LARGE", "local", {
  text: "The file is longer than 2 GB.",
  advice: "Choose the file that was meant.",
  details: ["file?", "reason"],
});

export const internal = defineError("INTERNAL", "internal", {
  text: "An internal error occurred.",
  advice: "This is a bug in chainnode. Report it with these details, or with the log of the node.",
  details: ["reason?", "at?"],
});

export const passwordMismatch = defineError("PASSWORD_MISMATCH", "usage", {
  text: "The two passwords differ.",
  advice: "Enter the same password twice.",
});

export const passwordEmpty = defineError("PASSWORD_EMPTY", "usage", {
  text: "The password is empty.",
  advice: "Enter a password.",
});

export const hashAmbiguous = defineError("HASH_AMBIGUOUS", "usage", {
  text: "{count} hashes match {part}.",
  advice: "Give more characters of the one that you mean.",
});
