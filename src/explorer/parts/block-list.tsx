import type { JSX } from "preact";
import type { MainBlockSummary, ResourceBlockSummary } from "../../client/index.js";
import { grouped } from "../format/numbers.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { Table } from "./table.js";
import { Time } from "./time.js";

export function MainBlockList({ blocks }: { readonly blocks: readonly MainBlockSummary[] }): JSX.Element {
  return (
    <Table
      label="Main blocks"
      columns={["#Height", "Time", "#Transactions", "Blockhash"]}
      rows={blocks.map(({ height, s_timestamp, transaction_count, blockhash }) => [
        blockhash,
        <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
        <Time us={s_timestamp} />,
        grouped(transaction_count),
        <Hash hash={blockhash} to={linkTo("block", blockhash)} />,
      ])}
      empty="The main chain has no block yet."
    />
  );
}

export function ResourceBlockList({
  blocks,
}: {
  readonly blocks: readonly ResourceBlockSummary[];
}): JSX.Element {
  return (
    <Table
      label="Resource blocks"
      columns={["#Height", "Time", "#Main block", "#Receipts", "Miner", "Blockhash"]}
      rows={blocks.map(({ height, timestamp, main_height, receipt_count, miner, blockhash }) => [
        blockhash,
        <Link to={linkTo("resourceBlock", height)}>{grouped(height)}</Link>,
        <Time us={timestamp} />,
        <Link to={linkTo("block", main_height)}>{grouped(main_height)}</Link>,
        grouped(receipt_count),
        <AddressLink address={miner} />,
        <Hash hash={blockhash} to={linkTo("resourceBlock", blockhash)} />,
      ])}
      empty="The resource chain has no block yet."
    />
  );
}
