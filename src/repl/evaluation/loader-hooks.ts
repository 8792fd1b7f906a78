import { register } from "node:module";

let importsOwnPackage = false;
let importsTypeScript = "typescript" in process.features && process.features.typescript !== false;

/** Lets modules import `chainnode/…` where it is not installed beside them. */
export function provideOwnPackage(): void {
  if (importsOwnPackage) return;
  register("./own-package-hooks.js", import.meta.url);
  importsOwnPackage = true;
}

/** Allows TypeScript modules to be imported, also on a Node version that does not strip types itself. */
export function allowTypeScript(): void {
  if (importsTypeScript) return;
  register("./typescript-hooks.js", import.meta.url);
  importsTypeScript = true;
}
