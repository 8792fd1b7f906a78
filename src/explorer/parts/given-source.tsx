import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { toAskFailure, type AskFailure } from "../data/failure.js";
import { readGivenSource, type GivenSource } from "../format/source-map.js";
import { Failed } from "./asked.js";

/** No source of a contract is longer. */
const MAX_BYTES = 4_000_000;

/** The source of each code, by kind and id, until the page is closed. It stays in the browser. */
const kept = new Map<string, GivenSource>();

/** Returns the source of a code, null without one, and a function that sets it. */
export function useGivenSource(code: string): readonly [GivenSource | null, (given: GivenSource) => void] {
  const [given, setGiven] = useState(() => kept.get(code) ?? null);
  return [
    given,
    (given) => {
      kept.set(code, given);
      setGiven(given);
    },
  ];
}

interface SourceInputProps {
  readonly given: GivenSource | null;
  readonly onGive: (given: GivenSource) => void;
}

/** Takes a source map, and the files that it names: chosen, or dropped here. */
export function SourceInput({ given, onGive }: SourceInputProps): JSX.Element {
  const [failure, setFailure] = useState<AskFailure | null>(null);
  const read = async (list: FileList | null | undefined): Promise<void> => {
    setFailure(null);
    try {
      const files = [...(list ?? [])];
      if (files.some(({ size }) => size > MAX_BYTES)) throw new Error("A file is longer than any source.");
      const texts = files.map(async (file) => ({ name: file.name, text: await file.text() }));
      onGive(readGivenSource(await Promise.all(texts), given));
    } catch (error) {
      setFailure(toAskFailure(error));
    }
  };
  return (
    <details>
      <summary>Lines of the source</summary>
      <label
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer?.files);
        }}
      >
        The source map of the contract as JSON, and its source files: choose them or drop them here. They stay
        in this page.
        <input type="file" multiple onChange={(event) => void read(event.currentTarget.files)} />
      </label>
      {given !== null && (
        <p class="dim" role="status">
          {given.map.size === 0 ? "No source map yet" : `The map names ${given.map.size} parts`}
          {given.files.size > 0 && `; source: ${[...given.files.keys()].join(", ")}`}
        </p>
      )}
      {failure !== null && <Failed failure={failure} />}
    </details>
  );
}
