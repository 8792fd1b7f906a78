import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { counted } from "../format/numbers.js";
import { ResourceBlockList } from "./block-list.js";

/** As many as a node lists at once. */
const LOOKED_THROUGH = 100;
const SHOWN = 10;

/** The resource blocks that an address mined, among the latest ones. Nothing when it mined none of them. */
export function MiningOf({ address }: { readonly address: string }): JSX.Element | null {
  const { resource } = useLive();
  const { value: blocks } = useAnswer("mining of addresses", resource?.height ?? 0, () =>
    node.listResourceBlock({ count: LOOKED_THROUGH }),
  );
  const mined = (blocks ?? []).filter(({ miner }) => miner === address);
  if (blocks === undefined || mined.length === 0) return null;
  return (
    <>
      <h2>Mining</h2>
      <p class="dim">
        It mined {mined.length} of the last {counted(blocks.length, "resource block")}.
      </p>
      <ResourceBlockList blocks={mined.slice(0, SHOWN)} />
    </>
  );
}
