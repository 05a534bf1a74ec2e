/** Why a call is stopped or never starts (SPEC E4, E6, E7). */
export type AbortReason =
  | { readonly type: 'interrupt' }
  /** `failed` names the call that failed, as people would: "Run `npm test`". */
  | { readonly type: 'sibling'; readonly failed: string }
  | { readonly type: 'discarded'; readonly why: string }
  | { readonly type: 'send' };

/** What a call's own signal says; anything else that stops a turn is the user's interrupt. */
export function abortReasonOf(signal: AbortSignal): AbortReason {
  const reason: unknown = signal.reason;
  return isAbortReason(reason) ? reason : { type: 'interrupt' };
}

const TYPES: ReadonlySet<unknown> = new Set<AbortReason['type']>(['interrupt', 'sibling', 'discarded', 'send']);

function isAbortReason(value: unknown): value is AbortReason {
  return typeof value === 'object' && value !== null && 'type' in value && TYPES.has(value.type);
}
