import { createContext, type ComponentChildren, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { presentLive, useLive } from "../data/live.js";
import { counted } from "../format/numbers.js";
import type { PlaceName } from "../places.js";

/** Whether the page stands still, so that nothing moves under the pointer, the focus or the eyes of a reader. */
export const IsHeld = createContext(false);

/** The pages whose lists grow at their top: a reader who has scrolled them reads. */
const GROWING: ReadonlySet<PlaceName> = new Set(["overview", "blocks", "resourceBlocks", "transactions"]);
const USED = "main :is(.scroll, .new):hover, main .scroll :focus-visible, main .new:focus-visible";
/** How long a list that is no longer used stays: the pointer is on its way to the button. */
const REST_MS = 1500;
const EVENTS = ["pointerover", "pointerout", "focusin", "focusout", "scroll"] as const;

interface CalmProps {
  readonly name: PlaceName;
  readonly children: ComponentChildren;
}

/** Holds what a page shows while a list of it is used, and counts the blocks that came meanwhile. */
export function Calm({ name, children }: CalmProps): JSX.Element {
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const { main, isLost } = useLive();
  useEffect(() => {
    let releasing: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(releasing);
      const isRead = (GROWING.has(name) && globalThis.scrollY > 0) || document.querySelector(USED) !== null;
      if (isRead) setHeldAt((before) => before ?? presentLive().main?.height ?? 0);
      else releasing = setTimeout(() => setHeldAt(null), REST_MS);
    };
    look();
    for (const event of EVENTS) document.addEventListener(event, look);
    return () => {
      clearTimeout(releasing);
      for (const event of EVENTS) document.removeEventListener(event, look);
    };
  }, [name]);
  const count = heldAt === null || heldAt === 0 ? 0 : (main?.height ?? 0) - heldAt;
  return (
    <IsHeld.Provider value={heldAt !== null}>
      {count > 0 && (
        <button
          type="button"
          class="new"
          onClick={() => {
            globalThis.scrollTo(0, 0);
            setHeldAt(null);
          }}
        >
          Show {counted(count, "new block")}
        </button>
      )}
      {isLost && (
        <div class="failure lost" role="alert">
          The node does not answer. The page asks again by itself, and shows what it knew before.
        </div>
      )}
      {children}
    </IsHeld.Provider>
  );
}
