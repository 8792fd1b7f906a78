import type { JSX } from "preact";
import { listIn } from "../../codec/value.js";
import { textIn } from "../../codec/text.js";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { counted, grouped } from "../format/numbers.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked } from "../parts/asked.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import { Time } from "../parts/time.js";
import { linkTo } from "../places.js";

const SHOWN = 100;

/** The node's peers, the round as it happens, and the blocks that forks undid. */
export function NetworkPage(): JSX.Element {
  return (
    <>
      <Heading title="Network" />
      <Round />
      <PeersOfNode />
      <Forks />
    </>
  );
}

const ROUND_MS = 1000;

/** What the node holds for the next main block, asked a second after each answer while the page is visible. */
function Round(): JSX.Element {
  const asked = useAnswer(
    "round",
    async (node) => {
      const [round, held] = await Promise.all([node.round(), node.broadcast()]);
      return { ...round, ...held };
    },
    { restMs: ROUND_MS, isRepeated: true },
  );
  return (
    <>
      <h2>The round of the next main block</h2>
      <Asked answered={asked}>
        {({ block, transactions, chunks, hypotheses }) => (
          <>
            <Facts
              isBrief
              facts={[
                ["Follows block", <Link to={linkTo("block", block.blockhash)}>{grouped(block.height)}</Link>],
                ["Waiting", counted(transactions.size, "transaction")],
                ["Chunks", grouped(chunks.size)],
                ["Hypotheses", grouped(hypotheses.size)],
              ]}
            />
            <Table
              label="Validators of the round"
              columns={["Validator", "#Transactions proposed", "Chunk of", "Hypothesis"]}
              rows={[...new Set([...chunks.keys(), ...hypotheses.keys()])].slice(0, SHOWN).map((signer) => {
                const [chunk, hypothesis] = [chunks.get(signer), hypotheses.get(signer)];
                return [
                  signer,
                  <AddressLink address={signer} />,
                  chunk === undefined ? "" : grouped(listIn(chunk, "transactions").length),
                  chunk === undefined ? "" : <Time us={Number(chunk.get("s_timestamp"))} />,
                  hypothesis === undefined ? "" : <Hash hash={textIn(hypothesis, "hypothesis_hash")} />,
                ];
              })}
              empty="No validator has proposed anything: the round begins when transactions wait."
            />
          </>
        )}
      </Asked>
    </>
  );
}

function PeersOfNode(): JSX.Element {
  const asked = useAnswer("peers", (node) => node.peer());
  return (
    <Asked answered={asked}>
      {({ peers, known_hosts }) => {
        const entries = [...peers.values()];
        return (
          <>
            <h2>{counted(entries.length, "peer")}</h2>
            <Table
              label="Peers"
              columns={["Host", "Address"]}
              rows={entries
                .slice(0, SHOWN)
                .map(({ host, address }) => [
                  address,
                  <HostileText text={host} short={80} />,
                  <AddressLink address={address} />,
                ])}
              empty="The node has no peer. A development chain needs none."
            />
            {known_hosts.length > 0 && (
              <details>
                <summary>{counted(known_hosts.length, "known host")}</summary>
                <ul>
                  {known_hosts.slice(0, SHOWN).map((host) => (
                    <li key={host}>
                      <HostileText text={host} short={80} />
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

function Forks(): JSX.Element {
  const { undone } = useLive();
  return (
    <>
      <h2>Forks</h2>
      <Table
        label="Undone blocks"
        columns={["Chain", "#Height", "Blockhash"]}
        rows={[...undone]
          .slice(0, SHOWN)
          .map(([blockhash, { chain, height }]) => [
            blockhash,
            chain,
            <Link to={linkTo(chain === "main" ? "block" : "resourceBlock", height)}>{grouped(height)}</Link>,
            <Hash hash={blockhash} />,
          ])}
        empty="No block has been undone since this page was opened."
      />
    </>
  );
}
