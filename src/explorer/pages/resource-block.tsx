import type { JSX } from "preact";
import type { ResourceBlock } from "../../client/index.js";
import { readBlockTarget } from "../../client/block-target.js";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { counted, grouped, shortened } from "../format/numbers.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked } from "../parts/asked.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { Neighbours } from "../parts/pager.js";
import { absenceText, BlockStanding } from "../parts/standing.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import { Time } from "../parts/time.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

/** A resource block by height or blockhash: its work, its miner and validator, and its receipts. */
export function ResourceBlockPage({ place: { id } }: PageProps): JSX.Element {
  const live = useLive();
  const asked = useAnswer(
    `resource block ${id}`,
    async (node) => node.getResourceBlock(readBlockTarget(id)),
    { isFinal: (block) => block !== null },
  );
  return (
    <Asked answered={asked} title={`Resource block ${shortened(id)}`}>
      {(block) =>
        block === null ? <NotFound what={absenceText("resource", id, live)} /> : <Block block={block} />
      }
    </Asked>
  );
}

function Block({ block }: { readonly block: ResourceBlock }): JSX.Element {
  const live = useLive();
  const { height, blockhash, receipts } = block;
  return (
    <>
      <Heading title={`Resource block ${grouped(height)}`} />
      <Neighbours name="resourceBlock" height={height} last={live.resource?.height ?? height} />
      <Facts
        facts={[
          ["Standing", <BlockStanding chain="resource" height={height} blockhash={blockhash} live={live} />],
          ["Time", <Time us={block.timestamp} isDate />],
          ["Blockhash", <Hash hash={blockhash} isWhole />],
          [
            "Previous blockhash",
            <Hash
              hash={block.previous_blockhash}
              to={linkTo("resourceBlock", block.previous_blockhash)}
              isWhole
            />,
          ],
          [
            "Main block",
            <Link to={linkTo("block", block.main_blockhash)}>{grouped(block.main_height)}</Link>,
          ],
          ["Miner", <AddressLink address={block.miner} isWhole />],
          ["Validator", <AddressLink address={block.validator} isWhole />],
          ["Difficulty", grouped(block.difficulty)],
          ["Nonce", <HostileText text={block.nonce} />],
        ]}
      />
      <h2>{counted(receipts.size, "receipt")}</h2>
      <Table
        label="Receipts"
        columns={["Node that asked", "Owner of the node that answered", "Receipt"]}
        rows={[...receipts].map(([asker, { beneficiary, receipt_hash }]) => [
          asker,
          <AddressLink address={asker} />,
          <AddressLink address={beneficiary} />,
          <Hash hash={receipt_hash} />,
        ])}
        empty="The block has no receipt."
      />
    </>
  );
}
