import type { Handler } from "./handler.js";

export const info: Handler = async (engine) => ({ value: await engine.info() });
