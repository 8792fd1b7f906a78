import type { Style } from "../terminal/colour.js";

/** How a result is shown: to a person at a terminal, or to a program that reads a pipe. */
export interface View {
  readonly isTerminal: boolean;
  readonly width: number;
  readonly style: Style;
}
