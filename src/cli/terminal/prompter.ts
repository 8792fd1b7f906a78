export const END_SIGNALS = ["SIGINT", "SIGTERM"] as const;
export type EndSignal = (typeof END_SIGNALS)[number];

/** Thrown when the user leaves a prompt or stops a command, which then prints nothing more. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly signal: EndSignal;

  constructor(signal: EndSignal = "SIGINT") {
    super("Interrupted. ");
    this.signal = signal;
  }
}

/** Prompts at a terminal. Each throws `Interrupted` when the user leaves it. */
export interface Prompter {
  /** `validate` returns true, or a sentence that says what is wrong with the answer. */
  text(message: string, validate?: (answer: string) => true | string): Promise<string>;
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  choose(message: string, choices: readonly PromptChoice[]): Promise<string>;
}

interface PromptChoice {
  readonly value: string;
  readonly description?: string;
}

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Prompts of @inquirer/prompts, loaded with the first question: most commands ask none. */
export function createPrompter(streams: PromptStreams): Prompter {
  const load = () => import("@inquirer/prompts");
  return {
    async text(message, validate = () => true) {
      const { input } = await load();
      return leaveQuietly(input({ message, validate }, streams));
    },
    async secret(message) {
      const { password } = await load();
      return leaveQuietly(password({ message, mask: false, toggleMask: false }, streams));
    },
    async confirm(message) {
      const { confirm } = await load();
      return leaveQuietly(confirm({ message, default: false }, streams));
    },
    async choose(message, choices) {
      const { select } = await load();
      return leaveQuietly(select({ message, choices }, streams));
    },
  };
}

/** Converts the library's own error for an abandoned prompt to `Interrupted`. */
async function leaveQuietly<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw new Interrupted();
    throw error;
  }
}
