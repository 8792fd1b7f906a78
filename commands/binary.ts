import { fileURLToPath } from "node:url";

/** bin/chainnode.js, one directory above the built source of this file. */
export const BINARY = fileURLToPath(new URL("../bin/chainnode.js", import.meta.url));
