import type { AssistantBlock } from '#shared/session/content.ts';

/** A question to a small model, outside the conversation. Its cost counts as the session's. */
export interface SideQuestion {
  readonly system: string;
  readonly prompt: string;
  /** A name or full id; default: the small model. */
  readonly model?: string | undefined;
  /** Tokens of the answer. */
  readonly maxTokens: number;
  /** Lets the model's server search the web while it answers. */
  readonly search?: WebSearchOptions;
}

export interface WebSearchOptions {
  /** Searches for one question. */
  readonly maxUses: number;
  /** At most one of both lists. */
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
}

/** The call that asks. */
interface AskingCall {
  readonly toolUseId: string;
  readonly abortController: AbortController;
}

/** Asks a small model for a tool. */
export interface SideModel {
  /**
   * Resolves with the blocks of the answer. A cut-off answer counts.
   * @throws Error, worded for the model, if there is no answer.
   */
  ask(question: SideQuestion, call: AskingCall): Promise<readonly AssistantBlock[]>;
}
