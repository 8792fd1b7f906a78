/** The largest body that a node reads, in bytes. HTTP's limit of a header bounds a query string. */
export const MAX_BODY_SIZE = 2_097_152;
/** The greatest weight of one request's values, as `JsonReader` weighs them: some tens of thousands of values. */
export const MAX_BODY_WEIGHT = 65_536;
/** The most blocks in one answer to GetBlocks and GetResourceBlocks (PROTOCOL 11.2). */
export const MAX_BLOCKS = 256;
