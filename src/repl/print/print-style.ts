import { styleText } from "node:util";

export interface PrintStyle {
  /** The width in columns; infinite in a pipe. */
  readonly width: number;
  readonly hasColour: boolean;
}

export function coloured(
  colour: "dim" | "yellow" | "green" | "bold",
  text: string,
  { hasColour }: PrintStyle,
): string {
  return hasColour ? styleText(colour, text, { validateStream: false }) : text;
}
