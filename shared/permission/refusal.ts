/**
 * `unconfirmed`: a person didn't confirm it outside the page. `changed`: it was no longer what the person had confirmed. `wrong_answer`: an
 * answer that fits no open question outside the page. The others: the message isn't one of the contract.
 */
export const REFUSAL_REASONS = ['unconfirmed', 'changed', 'wrong_answer', 'invalid_input', 'unknown_command'] as const;

/** A message of a window that was refused before the engine carried it out. */
export interface Refusal {
  readonly reason: (typeof REFUSAL_REASONS)[number];
  /** Of the contract; `null`: the message named none. */
  readonly command: string | null;
  readonly sessionId?: string | undefined;
  readonly projectDir?: string | undefined;
  /** The call whose request it answered. */
  readonly call?: { readonly callId: string; readonly tool: string };
  /** Of the command, its whole input and what was shown. */
  readonly digest?: string;
}
