import type { RuleSource } from '#shared/permission/rule.ts';
import type { PermissionAnswer } from './hook-answer.ts';
import { hookLabel } from './hook.ts';
import type { HookBehavior, HookWord } from './hook-word.ts';

/** What all hooks of one event said together. */
export interface HookVerdict {
  /** Everything stops, for this reason (empty: none given). Beats all else. */
  readonly stop?: { readonly reason: string; readonly by: string };
  readonly block?: { readonly reason: string; readonly by: string };
  readonly permission?: { readonly behavior: HookBehavior; readonly reason: string; readonly by: string };
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly updatedOutput?: { readonly value: unknown; readonly by: string };
  readonly answer?: { readonly answer: PermissionAnswer; readonly by: string; readonly source: RuleSource };
  readonly contexts: readonly string[];
  readonly retry: boolean;
}

export const NOTHING_SAID: HookVerdict = { contexts: [], retry: false };

const STRENGTH: Readonly<Record<HookBehavior, number>> = { deny: 3, defer: 2, ask: 1, allow: 0 };

/**
 * Joins the words of hooks that ran side by side, in the order they ended: of decisions the strictest counts, of changed inputs
 * and outputs the last, of reasons to block and context all. An “allow” counts for a changed input only if the hook that changed it allows.
 */
export function combineWords(words: readonly HookWord[]): HookVerdict {
  const stopping = words.find(({ stop }) => stop !== undefined);
  const blocks = words.flatMap(({ hook, block }) => (block === undefined ? [] : [{ reason: block, by: hookLabel(hook) }]));
  const strictest = words
    .flatMap(({ hook, permission }) => (permission ? [{ ...permission, by: hookLabel(hook) }] : []))
    .toSorted((a, b) => STRENGTH[b.behavior] - STRENGTH[a.behavior])[0];
  const output = words.findLast(({ updatedOutput }) => updatedOutput !== undefined);
  const changed = words.findLast(({ updatedInput }) => updatedInput !== undefined);
  // Hooks look side by side: who allowed the input as it was hasn't seen the one another put in its place.
  const allowsUnseen = strictest?.behavior === 'allow' && changed !== undefined && changed.permission === undefined;
  const answers = words.flatMap(({ hook, answer }) => (answer ? [{ answer, by: hookLabel(hook), source: hook.source }] : []));
  const answer = answers.find((one) => one.answer.behavior === 'deny') ?? answers.at(-1);
  const [first] = blocks;
  return {
    ...(stopping?.stop !== undefined && { stop: { reason: stopping.stop, by: hookLabel(stopping.hook) } }),
    ...(first && { block: { reason: blocks.map(({ reason }) => reason).join('\n'), by: first.by } }),
    ...(strictest && !allowsUnseen && { permission: strictest }),
    ...(changed?.updatedInput && strictest?.behavior !== 'deny' && { updatedInput: changed.updatedInput }),
    ...(output?.updatedOutput && { updatedOutput: { value: output.updatedOutput.value, by: hookLabel(output.hook) } }),
    ...(answer && { answer }),
    contexts: words.flatMap(({ context }) => (context === undefined || context.trim() === '' ? [] : [context])),
    retry: words.some(({ retry }) => retry === true),
  };
}
