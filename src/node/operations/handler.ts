import type { Answer, Engine } from "../engine.js";
import type { OperationInput } from "./input.js";

/** Answers one operation. Throws the engine's errors, or why a parameter is invalid. */
export type Handler = (engine: Engine, input: OperationInput) => Promise<Answer>;
