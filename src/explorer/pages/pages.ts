import type { ComponentType } from "preact";
import type { PageProps, PlaceName } from "../places.js";
import { AddressPage } from "./address.js";
import { BlockPage } from "./block.js";
import { BlocksPage, ResourceBlocksPage, TransactionsPage } from "./lists.js";
import { CellPage } from "./cell.js";
import { CodePage } from "./code.js";
import { CodesPage } from "./codes.js";
import { DevelopmentPage } from "./development.js";
import { NetworkPage } from "./network.js";
import { Overview } from "./overview.js";
import { ResourceBlockPage } from "./resource-block.js";
import { SearchPage } from "./search.js";
import { SpacePage } from "./space.js";
import { TransactionPage } from "./transaction.js";

export const PAGES: Readonly<Record<PlaceName, ComponentType<PageProps>>> = {
  overview: Overview,
  blocks: BlocksPage,
  block: BlockPage,
  resourceBlocks: ResourceBlocksPage,
  resourceBlock: ResourceBlockPage,
  transactions: TransactionsPage,
  transaction: TransactionPage,
  address: AddressPage,
  codes: CodesPage,
  space: SpacePage,
  code: CodePage,
  cell: CellPage,
  network: NetworkPage,
  search: SearchPage,
  development: DevelopmentPage,
};
