import type { RuleSource } from '#shared/permission/rule.ts';
import { combineAnswers, type EventAnswer } from './event-answers.ts';
import type { HookBehavior, HookOutput, PermissionAnswer } from './hook-output.ts';
import { hookLabel } from './hook.ts';

export interface HookVerdict {
  /** All work stops, with this reason (empty if none was given). Overrides everything else. */
  readonly stop?: { readonly reason: string; readonly by: string };
  readonly block?: { readonly reason: string; readonly by: string };
  readonly permission?: { readonly behavior: HookBehavior; readonly reason: string; readonly by: string };
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly updatedOutput?: { readonly value: unknown; readonly by: string };
  readonly answer?: { readonly answer: PermissionAnswer; readonly by: string; readonly source: RuleSource };
  readonly contexts: readonly string[];
  readonly retry: boolean;
  /** The further answers of hooks, for events that have them. */
  readonly gives: EventAnswer;
  /** The last hook with such an answer. */
  readonly givenBy?: string;
}

export const NO_OUTPUT: HookVerdict = { contexts: [], retry: false, gives: {} };

const STRENGTH: Readonly<Record<HookBehavior, number>> = { deny: 3, defer: 2, ask: 1, allow: 0 };

/**
 * Combines outputs of hooks that ran in parallel, in the order they ended. The strictest decision wins, the last changed input and
 * output win, and block reasons and context accumulate. An “allow” counts for changed input only if the hook that changed it allows it.
 */
export function combineOutputs(outputs: readonly HookOutput[]): HookVerdict {
  const stopping = outputs.find(({ stop }) => stop !== undefined);
  const blocks = outputs.flatMap(({ hook, block }) => (block === undefined ? [] : [{ reason: block, by: hookLabel(hook) }]));
  const strictest = outputs
    .flatMap(({ hook, permission }) => (permission ? [{ ...permission, by: hookLabel(hook) }] : []))
    .toSorted((a, b) => STRENGTH[b.behavior] - STRENGTH[a.behavior])[0];
  const output = outputs.findLast(({ updatedOutput }) => updatedOutput !== undefined);
  const changed = outputs.findLast(({ updatedInput }) => updatedInput !== undefined);
  // Hooks run in parallel: one that allowed the original input hasn't seen the changed one.
  const allowsUnseen = strictest?.behavior === 'allow' && changed !== undefined && changed.permission === undefined;
  const answers = outputs.flatMap(({ hook, answer }) => (answer ? [{ answer, by: hookLabel(hook), source: hook.source }] : []));
  const answer = answers.find((one) => one.answer.behavior === 'deny') ?? answers.at(-1);
  const [first] = blocks;
  const giving = outputs.findLast(({ gives }) => gives !== undefined);
  return {
    ...(stopping?.stop !== undefined && { stop: { reason: stopping.stop, by: hookLabel(stopping.hook) } }),
    ...(first && { block: { reason: blocks.map(({ reason }) => reason).join('\n'), by: first.by } }),
    ...(strictest && !allowsUnseen && { permission: strictest }),
    ...(changed?.updatedInput && strictest?.behavior !== 'deny' && { updatedInput: changed.updatedInput }),
    ...(output?.updatedOutput && { updatedOutput: { value: output.updatedOutput.value, by: hookLabel(output.hook) } }),
    ...(answer && { answer }),
    contexts: outputs.flatMap(({ context }) => (context === undefined || context.trim() === '' ? [] : [context])),
    retry: outputs.some(({ retry }) => retry === true),
    gives: combineAnswers(outputs.flatMap(({ gives }) => (gives ? [gives] : []))),
    ...(giving && { givenBy: hookLabel(giving.hook) }),
  };
}
