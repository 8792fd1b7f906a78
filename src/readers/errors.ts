import { defineError } from "../codec/define-error.js";

export const readerDatabase = defineError("READER_DATABASE", "unavailable", {
  text: "The database of this reader does not answer.",
  advice: "Ask again, or another server. The operator finds the reason in the reader's log.",
});

export const readerOlder = defineError("READER_OLDER", "unavailable", {
  text: "Every database of this reader that answers is older than what the reader has answered before.",
  advice:
    "Ask again, or another server. It answers when a database has caught up; an operator who has rewound the chain restarts it.",
});

export const readerBusy = defineError("READER_BUSY", "busy", {
  text: "Too many requests wait for the database of this reader.",
  advice: "Send the request again after the pause in Retry-After.",
});

export const readerSlow = defineError("READER_SLOW", "unavailable", {
  text: "The database of this reader took too long for this answer.",
  advice: "Ask for less at a time: a smaller page, or fewer cells.",
});

export const readerCannot = defineError("READER_CANNOT", "refused", {
  text: "A reader does not answer this operation itself.",
  advice: "Ask the node that it reads from.",
});
