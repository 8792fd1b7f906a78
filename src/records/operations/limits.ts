/** The greatest body a node reads, in bytes; a query string is bounded by HTTP's own limit of a header. */
export const MAX_BODY_SIZE = 2_097_152;
/** How heavy the values of one request may be, as `JsonReader` weighs them: some tens of thousands of values. */
export const MAX_BODY_WEIGHT = 65_536;
/** Blocks in one answer to GetBlocks and GetResourceBlocks (SPEC, Limits). */
export const MAX_BLOCKS = 256;
