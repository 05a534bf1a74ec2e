import type { AskAnswer } from '#shared/session/ask.ts';
import type { Answer } from '#test/support/messages-answer.ts';

export type Input = Readonly<Record<string, unknown>>;

/** A call of which hooks have been told. */
export interface HeardCall {
  readonly tool_name: string;
  readonly tool_use_id: string;
  readonly tool_response: unknown;
}

/** An input, or one that is made from what earlier calls gave. */
export type CaseInput = Input | ((earlier: readonly HeardCall[]) => Input);

/** Calls of one tool in a session of their own. */
export interface ToolCase {
  readonly tool: string;
  /** Files of the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Programs that the machine may lack, as scripts for `sh`. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The project is a git repository with one commit. */
  readonly isRepository?: true;
  /** Calls before, in order. */
  readonly before?: readonly (readonly [tool: string, input: CaseInput])[];
  readonly input: CaseInput;
  /** The person's answer if the call asks for more than a yes. */
  readonly answer?: AskAnswer;
  /** Answers of the model that the call itself asks for. */
  readonly model?: readonly Answer[];
  /** What hooks get, at least. */
  readonly output: unknown;
  /** Inputs that fail, or give an output of the same type. */
  readonly worst: readonly Input[];
}
