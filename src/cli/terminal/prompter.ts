import { Interrupted } from "./interrupted.js";

/** Questions to a person at a terminal. Each throws `Interrupted` when the person leaves. */
export interface Prompter {
  text(message: string, options?: TextQuestion): Promise<string>;
  /** What is typed is never shown. */
  secret(message: string): Promise<string>;
  confirm(message: string): Promise<boolean>;
  choose(message: string, choices: readonly Choice[]): Promise<string>;
}

export interface TextQuestion {
  readonly default?: string;
  /** True, or a sentence saying what is wrong with the answer. */
  readonly validate?: (answer: string) => true | string;
}

export interface Choice {
  readonly value: string;
  readonly description?: string;
}

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Prompts of @inquirer/prompts, loaded with the first question: most commands never ask one. */
export function createPrompter(streams: PromptStreams): Prompter {
  const load = () => import("@inquirer/prompts");
  return {
    async text(message, options = {}) {
      const { input } = await load();
      return leaveQuietly(input({ message, ...options }, streams));
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

/** The library ends an abandoned prompt with an error of its own name. */
async function leaveQuietly<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === "ExitPromptError") throw new Interrupted();
    throw error;
  }
}
