import { defineError } from "../codec/define-error.js";

/** The errors of a contract that cannot be built. */

export const contractOperand = defineError("CONTRACT_OPERAND", "usage", {
  text: "{reason}",
  advice: "Correct the argument.",
  details: ["operator", "value"],
  about: "An operator has an argument with which it never works, whatever the state holds.",
});

export const contractValue = defineError("CONTRACT_VALUE", "usage", {
  text: "A contract cannot hold this value.",
  advice:
    "Values are null, booleans, integers, bigints, text, lists, plain objects, float(…) and expressions.",
  details: ["type", "value?"],
});

export const contractPlace = defineError("CONTRACT_PLACE", "usage", {
  text: "A {kind} does not know {what}.",
  advice: "Only contracts have a signer and write state; only requests read the chain.",
  details: ["kind", "what"],
});

export const contractCall = defineError("CONTRACT_CALL", "usage", {
  text: "The code has no name, writer or space to call it by.",
  advice: "Declare them, or add them: code.with({ writer, space }).",
});

export const contractOrder = defineError("CONTRACT_ORDER", "usage", {
  text: "The classic format does not have {what}.",
  advice:
    "Put all conditions first, and end a request with one response. The method format has no such order.",
  details: ["what"],
});

export const contractMaximum = defineError("CONTRACT_MAXIMUM", "usage", {
  text: "The parameter has no maximum length.",
  advice: "Declare it with its maximum in bytes: { type: text, max: 100 }.",
  details: ["code", "parameter"],
});
