import { register } from "node:module";

let isReady = "typescript" in process.features && process.features.typescript !== false;

/** Lets modules in TypeScript be imported from here on, on a Node that does not strip types itself too. */
export function allowTypeScript(): void {
  if (isReady) return;
  register("./typescript-hooks.js", import.meta.url);
  isReady = true;
}
