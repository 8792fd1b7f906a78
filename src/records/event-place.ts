/** A block in its chain; height 0 and no blockhash before the first. */
export interface ChainPoint {
  readonly height: number;
  readonly blockhash: string;
}

/** Where a reader of events is: the last blocks that it holds, and what it has been told of them (docs/events.md). */
export interface EventPlace {
  readonly main: ChainPoint;
  readonly resource: ChainPoint;
  /** The fixed resource height that it was told. */
  readonly fixed: number;
  /** How many transactions of its last main block it has not been told. */
  readonly transactions: number;
}

const NO_BLOCK: ChainPoint = { height: 0, blockhash: "" };

export const FIRST_PLACE: EventPlace = { main: NO_BLOCK, resource: NO_BLOCK, fixed: 0, transactions: 0 };

/** The `id` of an event after which a reader is here. */
export function placeToId({ main, resource, fixed, transactions }: EventPlace): string {
  return `${pointToText(main)}.${pointToText(resource)}.${fixed}.${transactions}`;
}

const POINT = "([0-9]{1,15})-([0-9a-f]{78}|)";
const ID = new RegExp(`^${POINT}\\.${POINT}\\.([0-9]{1,15})\\.([0-9]{1,15})$`);

/** The place of an `id`; `0` stands before the first block. Null for a text that is no id. */
export function idToPlace(id: string): EventPlace | null {
  if (id === "0") return FIRST_PLACE;
  const parts = ID.exec(id);
  if (parts === null) return null;
  const [, mainHeight, mainHash = "", resourceHeight, resourceHash = "", fixed, transactions] = parts;
  const main = { height: Number(mainHeight), blockhash: mainHash };
  const resource = { height: Number(resourceHeight), blockhash: resourceHash };
  if (!isPoint(main) || !isPoint(resource)) return null;
  return { main, resource, fixed: Number(fixed), transactions: Number(transactions) };
}

function isPoint({ height, blockhash }: ChainPoint): boolean {
  return (height === 0) === (blockhash === "");
}

function pointToText({ height, blockhash }: ChainPoint): string {
  return `${height}-${blockhash}`;
}
