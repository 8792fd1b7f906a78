import type { JSX } from "preact";
import { linkTo } from "../places.js";
import { Link } from "./link.js";

interface NeighboursProps {
  readonly name: "block" | "resourceBlock";
  readonly height: number;
  readonly last: number;
}

export function Neighbours({ name, height, last }: NeighboursProps): JSX.Element {
  return (
    <nav class="pager" aria-label="Blocks before and after">
      {height > 1 ? <Link to={linkTo(name, height - 1)}>← Block {height - 1}</Link> : <span />}
      {height < last ? <Link to={linkTo(name, height + 1)}>Block {height + 1} →</Link> : <span />}
    </nav>
  );
}
