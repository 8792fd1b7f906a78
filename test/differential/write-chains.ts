/**
 * `npm run vectors`: writes test/vectors/rules-2.ndjson, generated chains of rules 2 (PROTOCOL 16), one a line. The file is
 * never edited by hand.
 */
import { writeFile } from "node:fs/promises";
import { CHAIN_VECTORS, chainVectorsText } from "./chain-vectors.js";

await writeFile(CHAIN_VECTORS, await chainVectorsText());
