import { useEffect, useState } from "preact/hooks";
import { readPlace, type PagePlace } from "../places.js";

const MOVED = "explorer-moved";

let isReturn = false;

/** Whether the present page was reached by the browser's buttons back or forward. */
export function isReturning(): boolean {
  return isReturn;
}

/** The place that the address bar names, null when it names none. */
export function usePlace(): PagePlace | null {
  const [place, setPlace] = useState(presentPlace);
  useEffect(() => {
    const look = ({ type }: Event): void => {
      isReturn = type === "popstate";
      setPlace(presentPlace());
    };
    globalThis.addEventListener("popstate", look);
    globalThis.addEventListener(MOVED, look);
    return () => {
      globalThis.removeEventListener("popstate", look);
      globalThis.removeEventListener(MOVED, look);
    };
  }, []);
  return place;
}

function presentPlace(): PagePlace | null {
  return readPlace(globalThis.location.pathname, globalThis.location.search);
}

/** Goes to a link of `linkTo` without loading the page again. */
export function goTo(link: string, { isReplaced = false }: { readonly isReplaced?: boolean } = {}): void {
  if (isReplaced) globalThis.history.replaceState(null, "", link);
  else {
    globalThis.history.pushState(null, "", link);
    globalThis.scrollTo(0, 0);
  }
  globalThis.dispatchEvent(new Event(MOVED));
}
