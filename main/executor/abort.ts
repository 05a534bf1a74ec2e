/** Why a call is stopped or never starts (SPEC E4, E6, E7). */
export type AbortReason =
  | { readonly type: 'interrupt' }
  /** `failed`: display name of the failed call, such as "Run `npm test`". */
  | { readonly type: 'sibling'; readonly failed: string }
  | { readonly type: 'discarded'; readonly why: string }
  | { readonly type: 'send' }
  /** The user denied another call, which ends the turn, so nothing more is asked. `denied`: display name of that call. */
  | { readonly type: 'denied'; readonly denied: string }
  /** A tool aborted its own call, which ends the turn. `by`: display name of that call. */
  | { readonly type: 'stopped'; readonly by?: string };

/** Reads the reason of a signal. An unknown reason comes from a tool and must not pass for an interruption by the user. */
export function abortReasonOf(signal: AbortSignal): AbortReason {
  const reason: unknown = signal.reason;
  return isAbortReason(reason) ? reason : { type: 'stopped' };
}

const TYPES: ReadonlySet<unknown> = new Set<AbortReason['type']>(['interrupt', 'sibling', 'discarded', 'send', 'denied', 'stopped']);

function isAbortReason(value: unknown): value is AbortReason {
  return typeof value === 'object' && value !== null && 'type' in value && TYPES.has(value.type);
}

/** A controller that is aborted with its parent, with the same reason. Aborting it doesn't abort the parent. */
export class ChildAbort {
  readonly controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #follow = (): void => this.controller.abort(this.#parent.reason);

  constructor(parent: AbortSignal) {
    this.#parent = parent;
    if (parent.aborted) this.#follow();
    else parent.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Removes the listener on the parent; a long turn has many children. */
  detach(): void {
    this.#parent.removeEventListener('abort', this.#follow);
  }
}
