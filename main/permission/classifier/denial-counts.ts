import type { SessionEvent } from '#shared/session/event.ts';

const MAX_DENIALS_IN_A_ROW = 3;
const MAX_DENIALS = 20;

/**
 * Counts the classifier's denials (SPEC G6) by folding the log, so a resumed session continues the count. An approval by the classifier or
 * a person ends the run of consecutive denials; choosing the mode again resets the counts.
 */
export class DenialCounts {
  readonly #agentId: string | undefined;
  #inARow = 0;
  #all = 0;

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  /** Why a person is asked instead of the classifier; `undefined` while it may be asked. */
  get exhausted(): string | undefined {
    if (this.#all >= MAX_DENIALS) return `The classifier has blocked ${MAX_DENIALS} calls in this session.`;
    if (this.#inARow >= MAX_DENIALS_IN_A_ROW) return `The classifier has blocked ${MAX_DENIALS_IN_A_ROW} calls in a row.`;
    return undefined;
  }

  apply(event: SessionEvent): void {
    if (event.type === 'session.mode' && event.data.mode === 'auto' && event.data.by === 'user') {
      this.#inARow = 0;
      this.#all = 0;
    }
    if (event.type !== 'call.decided' || event.agentId !== this.#agentId) return;
    const { behavior, reason } = event.data.decision;
    if (reason === 'classifier' && behavior === 'deny') {
      this.#inARow += 1;
      this.#all += 1;
    } else if (behavior === 'allow' && (reason === 'classifier' || reason === 'user')) this.#inARow = 0;
  }
}
