import { describeStrayAnswers } from "./describe-stray-answers.js";

describeStrayAnswers("A peer that fails to answer any one call (PROTOCOL 12.6)", () => ({
  first: 1,
  step: 1,
}));
