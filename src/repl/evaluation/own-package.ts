import { register } from "node:module";

let isReady = false;

/** Lets modules import `chainnode/…` where it is not installed beside them. */
export function provideOwnPackage(): void {
  if (isReady) return;
  register("./own-package-hooks.js", import.meta.url);
  isReady = true;
}
