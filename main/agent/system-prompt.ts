import type { InstructionFile } from './instructions.ts';

/** What is known about the work tree, or `null` outside git. */
export interface GitState {
  readonly branch: string | null;
  /** `git status --short`, bounded; absent when it was not asked (untrusted folder) or git could not say. */
  readonly status?: string | undefined;
}

export interface SystemPromptInput {
  /** The project folder, absolute. */
  readonly projectDir: string;
  /** Where commands start; mostly the project folder. */
  readonly cwd: string;
  readonly homeDir: string;
  /** Calendar day, `2026-05-31`: the prompt stays the same within a session. */
  readonly date: string;
  readonly platform: string;
  readonly shell: string;
  readonly git: GitState | null;
  /** Names of the tools the model is offered. */
  readonly tools: readonly string[];
  readonly model: string;
  readonly trusted: boolean;
  readonly instructions: readonly InstructionFile[];
}

export interface SystemPrompt {
  readonly text: string;
  readonly sources: readonly { readonly path: string; readonly trusted: boolean; readonly chars: number }[];
}

/** The system prompt of a session: made once, shown in the window, sent with every request. */
export function buildSystemPrompt(input: SystemPromptInput): SystemPrompt {
  return { text: '', sources: input.instructions.map(({ path, trusted, text }) => ({ path, trusted, chars: text.length })) };
}
