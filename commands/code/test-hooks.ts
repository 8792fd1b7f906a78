import { pathToFileURL } from "node:url";
import { allowTypeScript, provideOwnPackage } from "../../src/repl/evaluation/import-module.js";

const RUNNER = new URL("../../src/testing/run/run-files.js", import.meta.url).href;

/**
 * For `node --import` in a process that runs tests: modules may be TypeScript, and import `chainnode/…` from this
 * installation. What tests import is loaded first, because each module after the hooks passes through their thread.
 * The process of Node's runner, which hands its options on, loads no test itself.
 */
const [, program = ""] = process.argv;
if (pathToFileURL(program).href !== RUNNER) {
  await import("../../src/testing/index.js");
  provideOwnPackage();
  allowTypeScript();
}
