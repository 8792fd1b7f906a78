import { assertSearchable, type Kernel, isProof } from "../../src/consensus/miner/kernel.js";
import { nonceOf } from "../../src/consensus/miner/nonce.js";

/** The definition of the search, one nonce at a time. The fast kernels must agree with it. */
export const REFERENCE_KERNEL: Kernel = {
  name: "node:crypto",
  search(task, range) {
    assertSearchable(task, range);
    for (let tried = 1; tried <= range.count; tried++) {
      const nonce = nonceOf(task.prefix, task.salt, range.from + tried - 1);
      if (isProof(task.prefix, nonce, task.limit)) return { nonce, tried };
    }
    return { nonce: null, tried: range.count };
  },
};
