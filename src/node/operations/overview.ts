import type { Handler } from "./input.js";

export const overview: Handler = async (engine, input) => ({
  value: await engine.explore({ ask: "overview" }, input.caller),
});
