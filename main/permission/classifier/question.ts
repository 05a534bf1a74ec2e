import type { AutoModePolicy } from '#shared/settings/auto-mode-settings.ts';
import type { Risk } from '#shared/permission/decision.ts';

/** Something that happened in the conversation before the call, oldest first. Results of tools are never part of it. */
export type ClassifierHistoryEntry =
  | { readonly type: 'user'; readonly text: string }
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly toolName: string;
      /** As the model wrote it. */
      readonly input: Readonly<Record<string, unknown>>;
      /** How it ended, where it has. */
      readonly outcome?: string;
    };

/** One of the user's own instruction files; never one of an untrusted repository. */
export interface ClassifierInstructions {
  readonly path: string;
  readonly text: string;
}

/** An earlier call as shown to the classifier. */
export interface EarlierCall {
  readonly toolName: string;
  readonly action: string;
  readonly outcome: string | undefined;
}

export type EarlierEntry = { readonly user: string } | { readonly call: EarlierCall };

/** One call to judge, with everything the classifier is shown. */
export interface ClassifierQuestion {
  readonly toolName: string;
  /** The tool's own description of this call; never empty. */
  readonly action: string;
  readonly cwd: string;
  readonly projectDir: string;
  /** The project and the additional working directories. */
  readonly workingDirectories: readonly string[];
  readonly effects: readonly string[];
  readonly risk: Risk;
  readonly isDestructive: boolean;
  /** Why the earlier layers left it open. */
  readonly openBecause: string;
  readonly earlier: readonly EarlierEntry[];
  readonly instructions: readonly ClassifierInstructions[];
  readonly policy?: AutoModePolicy;
}

const STAGES = ['fast', 'thinking'] as const;
export type Stage = (typeof STAGES)[number];

export type ClassifierVerdict = 'allow' | 'block' | 'unsure';

/** The answer of one stage. */
export interface StageAnswer {
  readonly verdict: ClassifierVerdict;
  /** One line, cleaned for display; empty when none was given. */
  readonly reason: string;
}

/** One request to the model that judges. `coordinator`: for an agent that looks at a call of one it dispatched. */
export interface ModelQuestion {
  readonly stage: Stage | 'coordinator';
  readonly system: string;
  readonly prompt: string;
  /** Tokens. */
  readonly maxTokens: number;
  /** What is judged, so that a scripted model can look its answer up; not sent. */
  readonly about: { readonly toolName: string; readonly action: string };
}

/**
 * Asks the model; resolves with the whole text of its answer.
 * Rejects when the request failed, was aborted, or the answer was cut off.
 */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<string>;
