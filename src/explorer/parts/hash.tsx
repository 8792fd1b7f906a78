import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { shownHash } from "../data/shown-hashes.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

interface HashProps {
  readonly hash: string;
  readonly to?: string;
  readonly isWhole?: boolean;
}

/** A hash, address or key: shortened, with the whole on demand and a button that copies it. */
export function Hash({ hash, to, isWhole = false }: HashProps): JSX.Element {
  if (hash === "") return <span class="dim">none</span>;
  const text = <HostileText text={isWhole ? hash : shownHash(hash)} />;
  return (
    <span class="hash" data-whole={hash}>
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

export function Copy({ text, label }: { readonly text: string; readonly label?: string }): JSX.Element {
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
    <button
      type="button"
      class="copy"
      aria-label={label ?? "copy"}
      title={`Copy ${text.slice(0, 100)}`}
      onClick={() => void copy()}
    >
      {label ?? (
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <rect x="3.5" y="3.5" width="8" height="8" rx="1.5" />
          <path d="M8.5 3.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
        </svg>
      )}
      <span aria-live="polite">{said === "" ? "" : ` ${said}`}</span>
    </button>
  );
}
