import { describeStrayAnswers } from "./describe-stray-answers.js";

const STEP = 18;

// The kinds of failures begin at different calls. stray-answers.slow.test.ts tries every kind at every call.
describeStrayAnswers("A peer that sometimes fails to answer (PROTOCOL 12.6)", (kind) => ({
  first: 1 + (kind % STEP),
  step: STEP,
}));
