/** Finds the first block that is not older than a time, by binary search. Without a height, `ask` returns the last block. */
export async function firstBlockFrom<Block extends { readonly height: number; readonly s_timestamp: number }>(
  timeUs: number,
  ask: (height?: number) => Promise<Block | null>,
): Promise<Block | null> {
  const last = await ask();
  if (last === null || last.s_timestamp < timeUs) return null;
  let found = last;
  for (let from = 1; from < found.height;) {
    const middle = Math.floor((from + found.height) / 2);
    const block = await ask(middle);
    // The chain has become shorter.
    if (block === null) return null;
    if (block.s_timestamp >= timeUs) found = block;
    else from = middle + 1;
  }
  return found;
}
