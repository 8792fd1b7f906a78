import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { counted, grouped } from "../format/numbers.js";
import { AddressLink } from "./address-link.js";
import { Asked } from "./asked.js";
import { Facts } from "./facts.js";

const SHOWN = 9;

/** The pool, the validators, and whether the node accepts transactions. Empty for a node without the operation Overview. */
export function NodeFacts(): JSX.Element {
  const asked = useAnswer("node overview", (node) => node.overview());
  return (
    <Asked answered={asked} isOptional isPlaced>
      {({ pool, slots, peers, is_accepting, refusal }) => {
        const holders = [...new Set(slots)];
        return (
          <>
            <Facts
              isBrief
              facts={[
                ["Waiting", counted(pool.transactions, "transaction")],
                ["Size of the pool", counted(pool.bytes, "byte")],
                ["Validator slots", grouped(slots.length)],
                ["Peers", grouped(peers)],
                [
                  "New transactions",
                  is_accepting ? (
                    <span class="good">accepted</span>
                  ) : (
                    <span class="bad">refused{refusal === null ? "" : `: ${refusal}`}</span>
                  ),
                ],
              ]}
            />
            {holders.length > 0 && (
              <details>
                <summary>{counted(holders.length, "validator")}</summary>
                <ul>
                  {holders.slice(0, SHOWN).map((address) => (
                    <li key={address}>
                      <AddressLink address={address} isWhole />
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </>
        );
      }}
    </Asked>
  );
}
