import type { JSX } from "preact";
import type { PeerEntry } from "../../client/index.js";
import { ringPoint } from "../format/ring.js";

/** The peers where their addresses lie; the table beside it says the same in words. */
export function PeerRing({ peers }: { readonly peers: readonly PeerEntry[] }): JSX.Element {
  return (
    <svg
      class="ring"
      viewBox="-1.1 -1.1 2.2 2.2"
      role="img"
      aria-label={`${peers.length} peers on the ring of addresses`}
    >
      <circle class="line" cx={0} cy={0} r={1} />
      {peers.map(({ address }) => {
        const point = ringPoint(address);
        return point && <circle key={address} class="peer" cx={point.x} cy={point.y} r={0.06} />;
      })}
    </svg>
  );
}
