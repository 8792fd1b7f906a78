import { ChainError } from "../../src/codec/chain-error.js";

/** Whether the rules allowed it: a message that they refuse is a part of the simulation, any other failure is none. */
export async function unlessRefused(task: () => Promise<unknown>): Promise<boolean> {
  try {
    await task();
    return true;
  } catch (error) {
    if (error instanceof ChainError && ["refused", "busy", "unavailable"].includes(error.kind)) return false;
    throw error;
  }
}
