import type { Clock } from "../../consensus/clock.js";

/** The clock of the operating system. */
export const systemClock: Clock = {
  nowUs: () => Date.now() * 1000,
  schedule(delayUs, task) {
    const timer = setTimeout(() => void task(), delayUs / 1000);
    return () => clearTimeout(timer);
  },
};
