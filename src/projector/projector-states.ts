/**
 * What a projector does: connecting, or waiting to; standing by while another one writes; copying what it lacks; following
 * the chain. They stand apart from the projector, so that a node without a projection does not load the PostgreSQL client.
 */
export const PROJECTOR_STATES = ["connecting", "standby", "copying", "following"] as const;

export type ProjectorState = (typeof PROJECTOR_STATES)[number];
