import type { Place } from "../../contract/source-map.js";

/** What tells the place of a mutant: where the source builds it or, without a source, its path in the code. */
export interface PlacedMutant {
  readonly code: string;
  readonly path: string;
  readonly place: Place | null;
}

function placeText({ code, path, place }: PlacedMutant): string {
  return place === null ? `${code}: ${path}` : `${place.file}:${place.line}:${place.column}`;
}

/** Mutants by the text of their place, in the order of the first ones. */
export function groupByPlace<Each extends PlacedMutant>(
  mutants: readonly Each[],
): ReadonlyMap<string, readonly Each[]> {
  const groups = new Map<string, Each[]>();
  for (const mutant of mutants) {
    const where = placeText(mutant);
    const group = groups.get(where) ?? [];
    group.push(mutant);
    groups.set(where, group);
  }
  return groups;
}

/** At most so many mutants: one of each place, then another of each; when not all fit, places at equal distances. */
export function sampleOf<Each extends PlacedMutant>(all: readonly Each[], most: number): readonly Each[] {
  const groups = [...groupByPlace(all).values()];
  const sample = new Set<Each>();
  for (let round = 0; sample.size < Math.min(most, all.length); round += 1) {
    const next = groups.flatMap((group) => group.slice(round, round + 1));
    const room = most - sample.size;
    // Of each `next.length / room` ones, the first.
    for (const [index, each] of next.entries())
      if (next.length <= room || (index * room) % next.length < room) sample.add(each);
  }
  return all.filter((each) => sample.has(each));
}
