import { defineError } from "../../src/codec/define-error.js";

export const deployFile = defineError("DEPLOY_FILE", "local", {
  text: "The file of the project is wrong: {reason}",
  advice: "docs/deploying.md lists what the file may hold.",
  details: ["file", "line?", "column?", "text?", "here?"],
});

export const deployNetwork = defineError("DEPLOY_NETWORK", "local", {
  text: "The file has no network {network}.",
  advice: "Name a table [networks.NAME] of the file; a name has letters, digits, - and _.",
  details: ["file"],
});

export const deployRules = defineError("DEPLOY_RULES", "refused", {
  text: "The node's network has rules {actual}; the file says rules {rules}.",
  advice: "Correct the URL or the rules of the network in the file.",
  details: ["url", "file"],
});

export const deployTwice = defineError("DEPLOY_TWICE", "local", {
  text: "Two entries of the file have the same {kind} {name}.",
  advice: "Give one of them another name or another space.",
  details: ["file", "other"],
});

export const deployWriter = defineError("DEPLOY_WRITER", "refused", {
  text: "Only its writer can publish {name}, and another key signs.",
  advice: "Name the writer's key under [writers], or leave the writer of the code open.",
  details: ["writer", "signer", "file"],
});

export const deploySpace = defineError("DEPLOY_SPACE", "refused", {
  text: "The code {name} names another space than its entry.",
  advice: "Leave the space of the code open, or that of the entry.",
  details: ["space", "entry", "file"],
});

export const deployChanges = defineError("DEPLOY_CHANGES", "usage", {
  text: "The network differs from the project: {changes} to do.",
  advice: "Do it: chainnode deploy apply {network}",
  about: "`deploy plan` ends with it, and with exit code 2, when there is something to apply.",
});

export const deployImpossible = defineError("DEPLOY_IMPOSSIBLE", "refused", {
  text: "The network would refuse {count} of the steps. Nothing is sent.",
  advice:
    "Correct what is named, and plan again. For codes that differ without a newer version: --next-version",
});

export const deployInput = defineError("DEPLOY_INPUT", "refused", {
  text: "The project cannot be planned: {reason}",
  about: "`deploy plan` ends with exit code 1 where the same input would be 2, which stands for changes.",
  advice: "Correct what is named.",
});

export const deployDiffers = defineError("DEPLOY_DIFFERS", "refused", {
  text: "The network is not as the project says: {reason}",
  advice: "Show what would change: chainnode deploy plan {network}",
});

export const deployConflict = defineError("DEPLOY_CONFLICT", "refused", {
  text: "Someone else published another text of {name} meanwhile.",
  advice: "Show what differs: chainnode deploy plan {network}",
  details: ["id", "version", "registered"],
});

export const deployCall = defineError("DEPLOY_CALL", "refused", {
  text: "The call {name} is in a block, and its condition does not hold.",
  advice: "Correct `unless` of the call, or it is made again with each application.",
  details: ["hash", "file"],
});

export const deployJournal = defineError("DEPLOY_JOURNAL", "not-found", {
  text: "Nothing here tells which block the last application followed.",
  advice: "Name the block after which the codes were as they are to be again: --to <height>",
  details: ["file"],
});

export const deployJournalBroken = defineError("DEPLOY_JOURNAL_BROKEN", "local", {
  text: "The journal of the deployment cannot be read.",
  advice: "Remove it: the state of the network decides what is to be done.",
  details: ["file"],
});
