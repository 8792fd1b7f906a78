import type { Dice } from "./dice.js";

/** Whether a message from one node to another is lost at a given time. */
export type Cut = (from: number, to: number, nowUs: number) => boolean;

export const WHOLE: Cut = () => false;

const FLAP_US = 2_000_000;

/** The partitions, by name. */
export const CUTS: Readonly<Record<string, (dice: Dice, count: number) => Cut>> = {
  whole: () => WHOLE,
  halves: (dice, count) => {
    const isLeft = sides(dice, count);
    return (from, to) => isLeft[from] !== isLeft[to];
  },
  ring: (_dice, count) => (from, to) => {
    const distance = Math.abs(from - to);
    return distance !== 1 && distance !== count - 1;
  },
  "one node": (dice, count) => {
    const lonely = dice.between(0, count);
    return (from, to) => from === lonely || to === lonely;
  },
  asymmetric: (dice, count) => {
    const isDeaf = sides(dice, count);
    return (from, to) => isDeaf[to] === true && isDeaf[from] === false;
  },
  flapping: (dice, count) => {
    const isLeft = sides(dice, count);
    return (from, to, nowUs) => isLeft[from] !== isLeft[to] && Math.floor(nowUs / FLAP_US) % 2 === 0;
  },
};

/** A random part of the nodes, at least one and not all. */
function sides(dice: Dice, count: number): readonly boolean[] {
  const chosen = dice.between(0, count);
  const other = (chosen + 1) % count;
  return Array.from(
    { length: count },
    (_, index) => index === chosen || (index !== other && dice.chance(0.5)),
  );
}
