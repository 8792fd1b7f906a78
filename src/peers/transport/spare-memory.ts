import { getHeapStatistics } from "node:v8";
import { ChainError } from "../../codec/chain-error.js";

/** The share of the heap that may be in use while long answers are read. The node itself needs a tenth. */
const MAX_SHARE = 0.6;

/**
 * Throws `MEMORY_SHORT` when the process has little memory left. Each answer is limited, but several of the longest at
 * once may exceed the heap.
 */
export function assertMemory(): void {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  if (used_heap_size < MAX_SHARE * heap_size_limit) return;
  throw new ChainError("MEMORY_SHORT", "This node has no memory left for more answers of peers. ", {
    kind: "unavailable",
    advice: "When it comes back: NODE_OPTIONS=--max-old-space-size=4096",
    details: { used: used_heap_size, limit: heap_size_limit },
  });
}
