import type { Handler } from "./input.js";

export const info: Handler = async (engine) => ({ value: await engine.info() });
