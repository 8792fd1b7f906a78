import type { ComponentType } from "preact";
import type { PageProps, PlaceName } from "../places.js";
import { BlockPage } from "./block.js";
import { BlocksPage } from "./blocks.js";
import { DevelopmentPage } from "./development.js";
import { Overview } from "./overview.js";
import { ResourceBlockPage } from "./resource-block.js";
import { ResourceBlocksPage } from "./resource-blocks.js";
import { SearchPage } from "./search.js";
import { TransactionPage } from "./transaction.js";
import { TransactionsPage } from "./transactions.js";

/** The page of each place; null for one that does not stand yet. */
export const PAGES: Readonly<Record<PlaceName, ComponentType<PageProps> | null>> = {
  overview: Overview,
  blocks: BlocksPage,
  block: BlockPage,
  resourceBlocks: ResourceBlocksPage,
  resourceBlock: ResourceBlockPage,
  transactions: TransactionsPage,
  transaction: TransactionPage,
  address: null,
  codes: null,
  code: null,
  cell: null,
  network: null,
  search: SearchPage,
  development: DevelopmentPage,
};
