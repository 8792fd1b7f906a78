/** Writes the figures of the documents and draws their plot, from bench-results.json: `npm run plot`. */
import { writeFile } from "node:fs/promises";
import { writeFigures } from "./figure-documents.js";
import { drawGrowth } from "./growth-picture.js";
import { GROWTH_PICTURE, readResults } from "./results.js";

await writeFile(GROWTH_PICTURE, drawGrowth((await readResults())["growth"] ?? []));
await writeFigures();
