import { createContext, type ComponentChildren, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { goTo } from "../data/navigation.js";
import { keepingHeight } from "../places.js";

/** The block as of which the page shows the chain; null for the last one. */
export const ShownAt = createContext<number | null>(null);

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly title?: string;
  /** Whether the link leads to the present page. */
  readonly isCurrent?: boolean;
}

/** A link within the explorer. With a modifier key or another mouse button, the browser opens it as any link. */
export function Link({ to: given, children, isCurrent = false, ...rest }: LinkProps): JSX.Element {
  const to = keepingHeight(given, useContext(ShownAt));
  const follow = (event: MouseEvent): void => {
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || isModified) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} onClick={follow} {...rest} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
  );
}
