import { allowTypeScript, provideOwnPackage } from "./import-module.js";

/** For `node --import`: modules may be TypeScript, and import `chainnode/…` from this installation. */
provideOwnPackage();
allowTypeScript();
