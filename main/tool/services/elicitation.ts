import type { ElicitationForm } from '#shared/session/elicitation.ts';
import type { CallingAgent } from './agents.ts';

/** A question of an MCP server to the person. */
export interface Elicitation {
  readonly server: string;
  readonly message: string;
  readonly form: ElicitationForm;
  /** The schema as the server sent it, for hooks. */
  readonly schema?: unknown;
  /** The server's own id of a page to visit. */
  readonly elicitationId?: string | undefined;
}

export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** The call during which a server asks. */
export interface AskingCall {
  readonly agent: CallingAgent;
  readonly toolUseId: string;
}

/** Brings a server's question to the person. */
export interface ElicitationService {
  /** Declines where nobody can answer; cancels once the signal aborts. Content of the answer fits the form. */
  ask(elicitation: Elicitation, call: AskingCall, signal: AbortSignal): Promise<ElicitationAnswer>;
}
