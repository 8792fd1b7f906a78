import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { shortened } from "../format/numbers.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

interface HashProps {
  readonly hash: string;
  /** Where it leads. */
  readonly to?: string;
  /** Whether it is shown in full. */
  readonly isWhole?: boolean;
}

/** A hash, address or key: shortened, with the whole on demand and a button that copies it. */
export function Hash({ hash, to, isWhole = false }: HashProps): JSX.Element {
  if (hash === "") return <span class="dim">none</span>;
  const text = <HostileText text={isWhole ? hash : shortened(hash)} />;
  return (
    <span class="hash">
      {to === undefined ? (
        <span title={hash}>{text}</span>
      ) : (
        <Link to={to} title={hash}>
          {text}
        </Link>
      )}
      <Copy text={hash} />
    </span>
  );
}

const SAID_MS = 1500;

/** Copies a text. */
export function Copy({
  text,
  label = "copy",
}: {
  readonly text: string;
  readonly label?: string;
}): JSX.Element {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      // The browser may not allow it, as on a page without TLS.
      setSaid("not allowed");
    }
    setTimeout(() => setSaid(""), SAID_MS);
  };
  return (
    <button type="button" class="copy" title={`Copy ${text.slice(0, 100)}`} onClick={() => void copy()}>
      <span aria-live="polite">{said === "" ? label : said}</span>
    </button>
  );
}
