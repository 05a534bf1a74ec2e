/** Why a call is stopped or never starts (SPEC E4, E6, E7). */
export type AbortReason =
  | { readonly type: 'interrupt' }
  /** `failed` names the call that failed, as people would: "Run `npm test`". */
  | { readonly type: 'sibling'; readonly failed: string }
  | { readonly type: 'discarded'; readonly why: string }
  | { readonly type: 'send' }
  /** Neither the user nor Gatehouse: a tool ended its own call, and the turn with it. `by` names it to the others. */
  | { readonly type: 'stopped'; readonly by?: string };

/** What a signal says. A reason that isn't one of these comes from a tool; it must not look like the user's. */
export function abortReasonOf(signal: AbortSignal): AbortReason {
  const reason: unknown = signal.reason;
  return isAbortReason(reason) ? reason : { type: 'stopped' };
}

const TYPES: ReadonlySet<unknown> = new Set<AbortReason['type']>(['interrupt', 'sibling', 'discarded', 'send', 'stopped']);

function isAbortReason(value: unknown): value is AbortReason {
  return typeof value === 'object' && value !== null && 'type' in value && TYPES.has(value.type);
}
