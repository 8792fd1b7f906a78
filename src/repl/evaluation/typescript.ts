import { register } from "node:module";

let isReady = "typescript" in process.features && process.features.typescript !== false;

/** Allows TypeScript modules to be imported, also on a Node version that does not strip types itself. */
export function allowTypeScript(): void {
  if (isReady) return;
  register("./typescript-hooks.js", import.meta.url);
  isReady = true;
}
