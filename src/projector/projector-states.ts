/**
 * The states of a projector: connecting, or waiting to connect; standing by while another projector writes; copying missing
 * blocks; following the chain. This file is separate so that a node without a projection does not load the PostgreSQL client.
 */
export const PROJECTOR_STATES = ["connecting", "standby", "copying", "following"] as const;

export type ProjectorState = (typeof PROJECTOR_STATES)[number];
