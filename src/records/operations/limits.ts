/** The largest body that a node reads, in bytes. HTTP's limit of a header bounds a query string. */
export const MAX_BODY_SIZE = 2_097_152;
/** The greatest weight of one request's values, as `JsonReader` weighs them: some tens of thousands of values. */
export const MAX_BODY_WEIGHT = 65_536;
/** The most blocks in one answer to GetBlocks and GetResourceBlocks (PROTOCOL 11.2). */
export const MAX_BLOCKS = 256;
/** The most records in one answer to ListBlock, ListTransaction, ListCode and ListResourceBlock. */
export const MAX_LISTED_BLOCKS = 9999;
export const MAX_LISTED_TRANSACTIONS = 1000;
export const MAX_LISTED_CODES = 100;
export const MAX_LISTED_RESOURCE_BLOCKS = 100;
/** How many state keys of full length a call of StateAt takes: their longest values together take some megabytes. */
export const MAX_STATE_KEYS = 64;
/** How many blocks ListBlock answers with when the count is left out. */
export const DEFAULT_LISTED_BLOCKS = 20;
/** How many transactions one node forwards to another in one request (PROTOCOL 15.14). */
export const MAX_FORWARDED_TOGETHER = 16;
/** How many records one node asks another for by their ids in one request, and how long it may wait, ms (PROTOCOL 15.15). */
export const MAX_WANTED = 256;
/** The characters of an id of news: a part of a hash. */
export const NEWS_ID_LENGTH = 32;
/** The most transactions of a block that is told whole, by their ids. */
export const MAX_TOLD_TRANSACTIONS = 256;
export const MAX_NEWS_WAIT_MS = 2500;
/** How long a submission may wait for the block of its transaction, ms. */
export const MAX_BLOCK_WAIT_MS = 30_000;
