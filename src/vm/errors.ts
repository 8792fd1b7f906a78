import { defineError } from "../codec/define-error.js";

/** The errors of the contract machine. Their texts are the contract's, or the protocol's. */

export const conditionFailed = defineError("CONDITION_FAILED", "refused", {
  text: "{message}",
  advice: "Correct what the message names. The message is the contract's own.",
  about: "A condition of a contract is false (PROTOCOL 7.10).",
});

export const executionFailed = defineError("EXECUTION_FAILED", "refused", {
  text: "{message}",
  advice: "See which expression fails: chainnode code trace",
  about:
    "A contract or a request failed. The text is the message of its condition, or what broke (PROTOCOL 7.10, 14.3).",
});

export const limitExceeded = defineError("LIMIT_EXCEEDED", "refused", {
  text: "{message}",
  advice: "Divide the work into several calls. The limits are in docs/work-limit.md.",
  about: "A contract or a request exceeds a limit of size or work (PROTOCOL 7.14, 7.15).",
});
