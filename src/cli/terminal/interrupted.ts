/**
 * Thrown when the user leaves a prompt or stops a command. The command prints nothing more and has its own exit code.
 */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor() {
    super("Interrupted. ");
  }
}
