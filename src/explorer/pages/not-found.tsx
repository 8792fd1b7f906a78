import type { JSX } from "preact";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { HostileText } from "../parts/text.js";
import { linkTo } from "../places.js";

/** Shows that something does not exist, with links to continue. */
export function NotFound({ what }: { readonly what: string }): JSX.Element {
  return (
    <>
      <Heading title="Not found" />
      <p>
        <HostileText text={what} />
      </p>
      <p>
        <Link to={linkTo("overview")}>Go to the overview</Link>
      </p>
    </>
  );
}
