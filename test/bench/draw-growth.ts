/** Draws the picture of docs/performance.md from bench-results.json: `npm run plot`. */
import { writeFile } from "node:fs/promises";
import { drawGrowth } from "./growth-picture.js";
import { GROWTH_PICTURE, readResults } from "./results.js";

await writeFile(GROWTH_PICTURE, drawGrowth((await readResults())["growth"] ?? []));
