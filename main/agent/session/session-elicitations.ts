import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import { fieldProblems } from '#shared/session/elicitation.ts';
import type { AskingCall, Elicitation, ElicitationAnswer, ElicitationService } from '#main/tool/services/elicitation.ts';
import { askElicitationHooks, checkElicitationResult, type ElicitationQuestion } from './elicitation-hooks.ts';
import type { SessionServices } from './session-services.ts';

interface Pending {
  readonly elicitation: Elicitation;
  readonly settle: (answer: ElicitationAnswer) => void;
}

/** Questions that one session may have open; a server that asks more is declined. */
const MAX_PENDING = 20;

/** The questions of MCP servers that wait for the person. Entered values go to the server and nowhere else. */
export class SessionElicitations implements ElicitationService {
  readonly #services: SessionServices;
  readonly #pending = new Map<string, Pending>();

  constructor(services: SessionServices) {
    this.#services = services;
  }

  async ask(elicitation: Elicitation, { agent, toolUseId }: AskingCall, signal: AbortSignal): Promise<ElicitationAnswer> {
    const { hooks, isNonInteractive } = this.#services;
    const question = questionOf(elicitation);
    const fromHooks = hooks && (await askElicitationHooks(hooks, question, signal));
    if (signal.aborted) return { action: 'cancel' };
    const isFull = this.#pending.size >= MAX_PENDING;
    const answer =
      fromHooks ??
      (isNonInteractive || isFull ? { action: 'decline' as const } : await this.#askPerson(elicitation, agent, toolUseId, signal));
    const final = hooks && !signal.aborted ? await checkElicitationResult(hooks, question, answer, signal) : answer;
    return fitting(elicitation, final);
  }

  /**
   * Gives the person's answer to the server. `gone`: nobody waits for it any more.
   * @throws AppError `invalid_input` when the values don't fit the form; the question stays open.
   */
  answer(elicitationId: string, answer: ElicitationAnswer): 'accepted' | 'gone' {
    const pending = this.#pending.get(elicitationId);
    if (!pending) return 'gone';
    if (fitting(pending.elicitation, answer).action !== answer.action)
      throw new AppError('invalid_input', 'The values don’t fit the form.');
    this.#pending.delete(elicitationId);
    this.#services.append({ type: 'elicitation.answered', data: { elicitationId, action: answer.action, by: 'person' } });
    pending.settle(answer);
    return 'accepted';
  }

  #askPerson(elicitation: Elicitation, { agentId }: AskingCall['agent'], callId: string, signal: AbortSignal): Promise<ElicitationAnswer> {
    const { append } = this.#services;
    const elicitationId = randomUUID();
    const { server, message, form } = elicitation;
    const { promise, resolve } = Promise.withResolvers<ElicitationAnswer>();
    append({
      type: 'elicitation.asked',
      data: { elicitationId, callId, server, message, form },
      ...(agentId !== undefined && { agentId }),
    });
    const withdraw = (): void => {
      if (!this.#pending.delete(elicitationId)) return;
      append({ type: 'elicitation.answered', data: { elicitationId, action: 'cancel', by: 'call' } });
      resolve({ action: 'cancel' });
    };
    this.#pending.set(elicitationId, {
      elicitation,
      settle: (answer) => {
        signal.removeEventListener('abort', withdraw);
        resolve(answer);
      },
    });
    signal.addEventListener('abort', withdraw, { once: true });
    return promise;
  }
}

function questionOf({ server, message, form, schema, elicitationId }: Elicitation): ElicitationQuestion {
  return { server, message, mode: form.mode, schema, ...(form.mode === 'url' && { url: form.url }), elicitationId };
}

/** The answer as the server may get it: values only with an accepted form, and only if they fit; otherwise declined. */
function fitting({ form }: Elicitation, { action, content = {} }: ElicitationAnswer): ElicitationAnswer {
  if (action !== 'accept' || form.mode === 'url') return { action };
  return Object.keys(fieldProblems(form.fields, content)).length === 0 ? { action, content } : { action: 'decline' };
}
