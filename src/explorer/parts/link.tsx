import type { ComponentChildren, JSX } from "preact";
import { goTo } from "../data/navigation.js";

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly title?: string;
  /** Of a link to the place that is shown. */
  readonly isCurrent?: boolean;
}

/** A link within the explorer. With a key or another button pressed, it opens as any link does. */
export function Link({ to, children, isCurrent = false, ...rest }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return (
    <a href={to} onClick={follow} {...rest} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {children}
    </a>
  );
}
