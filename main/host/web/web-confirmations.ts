import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { Confirmer } from '../confirmation/confirmed-engine.ts';
import type { Statement } from '../confirmation/statement.ts';
import type { WindowRef } from '../engine-port.ts';
import { sameSecret } from './access.ts';

/** Open questions of one window; more drop the oldest. */
const MAX_OPEN = 20;
/** How long a confirmation waits for the window to send the command again. Milliseconds. */
const VALID_FOR = 10_000;

export interface OpenQuestion {
  readonly statement: Statement;
  /** In the frame's document alone, which the page can't read: a press without it isn't the frame's. */
  readonly secret: string;
}

interface Question extends OpenQuestion {
  readonly windowId: string;
  /** When it was confirmed. */
  confirmedAt: number | undefined;
}

/** Questions that the page shows in a frame of another origin, and their answers. Each is for one window, one command and one use. */
export class WebConfirmations implements Confirmer {
  readonly #address: (id: string) => string;
  readonly #onRefused: (statement: Statement | undefined) => void;
  readonly #questions = new Map<string, Question>();

  /** `address`: of a question's page. `onRefused`: a person has cancelled, or `undefined` when an answer fits no open question. */
  constructor(address: (id: string) => string, onRefused: (statement: Statement | undefined) => void) {
    this.#address = address;
    this.#onRefused = onRefused;
  }

  confirm(statement: Statement, { windowId }: WindowRef): Promise<boolean> {
    for (const [id, question] of this.#questions) {
      if (question.windowId !== windowId || question.confirmedAt === undefined) continue;
      const isCurrent = performance.now() - question.confirmedAt <= VALID_FOR;
      if (isCurrent && question.statement.digest !== statement.digest) continue;
      this.#questions.delete(id);
      if (isCurrent) return Promise.resolve(true);
    }
    return Promise.reject(new AppError('unconfirmed', this.#address(this.#open(statement, windowId))));
  }

  forget({ windowId }: WindowRef): void {
    for (const [id, question] of this.#questions) if (question.windowId === windowId) this.#questions.delete(id);
  }

  /** `undefined` when it was answered, or never asked. */
  question(id: string): OpenQuestion | undefined {
    const question = this.#questions.get(id);
    return question?.confirmedAt === undefined ? question : undefined;
  }

  /** The frame's answer, if it `isFromFrame`. `false`: it isn't one to what was shown. */
  answer(
    isFromFrame: boolean,
    id: string,
    given: { readonly secret: string; readonly digest: string; readonly confirmed: boolean },
  ): boolean {
    const question = this.#questions.get(id);
    const fits = question?.confirmedAt === undefined && question?.statement.digest === given.digest;
    if (!isFromFrame || !question || !fits || !sameSecret(question.secret, given.secret)) {
      this.#onRefused(undefined);
      return false;
    }
    if (given.confirmed) question.confirmedAt = performance.now();
    else {
      this.#questions.delete(id);
      this.#onRefused(question.statement);
    }
    return true;
  }

  #open(statement: Statement, windowId: string): string {
    const open = [...this.#questions].filter(([, question]) => question.windowId === windowId);
    for (const [id] of open.slice(0, Math.max(0, open.length - MAX_OPEN + 1))) this.#questions.delete(id);
    const id = randomBytes(24).toString('base64url');
    this.#questions.set(id, { statement, windowId, secret: randomBytes(24).toString('base64url'), confirmedAt: undefined });
    return id;
  }
}
