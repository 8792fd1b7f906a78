/** The first block of a time or later, found with few questions. Without a target, `ask` answers the last block. */
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
    // The chain became shorter meanwhile.
    if (block === null) return null;
    if (block.s_timestamp >= timeUs) found = block;
    else from = middle + 1;
  }
  return found;
}
