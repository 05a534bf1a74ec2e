import type { Counter, Meter } from '@opentelemetry/api';
import { costUsd } from '#shared/model/prices.ts';
import type { Usage } from '#shared/session/content.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** Session usage: tokens by kind, and US dollars at list prices, both by model and by purpose of the request. */
export class SessionMeters {
  readonly #tokens: Counter;
  readonly #cost: Counter;

  constructor(meter: Meter) {
    this.#tokens = meter.createCounter('gatehouse.token.usage', { unit: 'tokens', description: 'Tokens that requests to models used' });
    this.#cost = meter.createCounter('gatehouse.cost.usage', { unit: 'USD', description: 'What requests to models cost at list prices' });
  }

  /** The event listener for one session. */
  ofSession(sessionId: string): (event: SessionEvent) => void {
    const open = new Map<string, { readonly model: string; readonly purpose: string; readonly isScripted: boolean }>();
    return (event) => {
      if (event.type === 'request.started') {
        const { requestId, model, purpose = 'conversation', isScripted = false } = event.data;
        open.set(requestId, { model, purpose, isScripted });
      } else if (event.type === 'request.ended') {
        const request = open.get(event.data.requestId);
        open.delete(event.data.requestId);
        if (!request || !event.data.usage) return;
        const { isScripted, ...of } = request;
        this.#add(event.data.usage, { ...of, 'session.id': sessionId }, isScripted);
      } else if (event.type === 'classifier.asked' && event.data.usage) {
        const { model, usage, isScripted = false } = event.data;
        this.#add(usage, { model, purpose: 'classifier', 'session.id': sessionId }, isScripted);
      } else if (event.type === 'tool.asked_model' && event.data.usage) {
        this.#add(event.data.usage, { model: event.data.model, purpose: 'tool', 'session.id': sessionId }, false);
      }
    };
  }

  #add(usage: Usage, of: { readonly model: string; readonly purpose: string; readonly 'session.id': string }, isFree: boolean): void {
    this.#tokens.add(usage.input_tokens, { ...of, type: 'input' });
    this.#tokens.add(usage.output_tokens, { ...of, type: 'output' });
    this.#tokens.add(usage.cache_read_input_tokens, { ...of, type: 'cacheRead' });
    this.#tokens.add(usage.cache_creation_input_tokens, { ...of, type: 'cacheCreation' });
    const usd = isFree ? undefined : costUsd(of.model, usage);
    if (usd !== undefined) this.#cost.add(usd, of);
  }
}
