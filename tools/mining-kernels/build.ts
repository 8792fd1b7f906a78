/**
 * Writes the miner's generated kernels beside its compiled modules: the last step of `npm run build`. The text form
 * of the WebAssembly module stays there too, for reading.
 */
import { writeFileSync } from "node:fs";
import loadWabt from "wabt";
import { writeJavaScriptKernel } from "./javascript.js";
import { writeWebAssemblyKernel } from "./webassembly.js";

const MINER = new URL("../../src/consensus/miner/", import.meta.url);

const text = writeWebAssemblyKernel();
const wabt = await loadWabt();
const module = wabt.parseWat("scan-simd.wat", text, { simd: true });
module.validate();
writeFileSync(new URL("scan-simd.wat", MINER), text);
writeFileSync(new URL("scan-simd.wasm", MINER), module.toBinary({ write_debug_names: true }).buffer);
writeFileSync(new URL("scan-javascript.js", MINER), writeJavaScriptKernel());
