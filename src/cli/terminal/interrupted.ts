/** Thrown when the user leaves a prompt or stops a command: the command ends without a word, with its own exit code. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor() {
    super("Interrupted. ");
  }
}
