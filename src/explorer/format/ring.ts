/** A place on the ring of addresses, in a square from -1 to 1. */
interface RingPoint {
  readonly x: number;
  readonly y: number;
}

const PREFIX_LENGTH = 3;
const PREFIXES = 16 ** PREFIX_LENGTH;

/** The place of an address on the ring, which begins at the top and goes clockwise. Null when the text is not an address. */
export function ringPoint(address: string): RingPoint | null {
  const prefix = Number.parseInt(address.slice(0, PREFIX_LENGTH), 16);
  if (Number.isNaN(prefix)) return null;
  const angle = (prefix / PREFIXES) * 2 * Math.PI;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}
