import { decide } from '#main/permission/decide.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { PastCall, SuggestedRules } from './past-call.ts';

/** After this many approvals of the same kind a rule is suggested. */
const REPEATED = 3;

/** One answer to what several agents ask is sent to each of them within this time. Milliseconds. */
const TOGETHER_MS = 1000;

/** Calls that a person allowed one by one, which the same suggested rules would have allowed. */
export interface RepeatedApproval {
  readonly suggested: SuggestedRules;
  readonly count: number;
  /** The latest of them. */
  readonly last: PastCall;
}

interface Kind {
  readonly suggested: SuggestedRules;
  /** The narrowest rules for each of the approved calls. */
  readonly narrowest: Set<string>;
  count: number;
  last: PastCall | undefined;
  /** The oldest of them so far. */
  before: PastCall | undefined;
  /** The person denied one: approvals before that no longer count. */
  isClosed: boolean;
}

/** Counts what persons answered about calls of one kind: those for which the same rules were suggested. Nobody else's answers count. */
export class RepeatedAnswers {
  readonly #kinds = new Map<string, Kind>();

  /** Add calls from the newest to the oldest. */
  add(call: PastCall): void {
    const { personsAnswer } = call;
    if (!personsAnswer) return;
    const { suggested, type } = personsAnswer;
    const narrowest = keyOf(suggested[0]?.rules ?? []);
    for (const width of suggested) {
      const key = keyOf(width.rules);
      const kind = this.#kinds.get(key) ?? {
        suggested: width,
        narrowest: new Set(),
        count: 0,
        last: undefined,
        before: undefined,
        isClosed: false,
      };
      this.#kinds.set(key, kind);
      if (type === 'denied') kind.isClosed = true;
      if (kind.isClosed) continue;
      kind.narrowest.add(narrowest);
      if (!isSameAnswer(kind.before, call)) kind.count++;
      kind.before = call;
      kind.last ??= call;
    }
  }

  /** What was allowed often enough, the most frequent first. */
  oftenAllowed(): RepeatedApproval[] {
    return [...this.#kinds.values()].flatMap((kind) => approvalOf(kind) ?? []).toSorted((a, b) => b.count - a.count);
  }

  /** The same for one set of suggested rules; `undefined` if it wasn't allowed often enough. */
  approvalsOf(rules: readonly string[]): RepeatedApproval | undefined {
    const kind = this.#kinds.get(keyOf(rules));
    return kind && approvalOf(kind);
  }
}

/** None for rules wider than what the approved calls have in common: one command that was allowed each time teaches only itself. */
function approvalOf({ suggested, narrowest, count, last }: Kind): RepeatedApproval | undefined {
  const isWider = narrowest.size === 1 && !narrowest.has(keyOf(suggested.rules));
  return last && count >= REPEATED && !isWider ? { suggested, count, last } : undefined;
}

/** Both were allowed by one press: several agents asked the same, on one card. */
function isSameAnswer(after: PastCall | undefined, call: PastCall): boolean {
  if (!after?.personsAnswer || !call.personsAnswer || after.summary !== call.summary || after.toolName !== call.toolName) return false;
  const isOfOne = after.sessionId === call.sessionId && after.personsAnswer.agentId === call.personsAnswer.agentId;
  return !isOfOne && Math.abs(after.personsAnswer.at - call.personsAnswer.at) < TOGETHER_MS;
}

function keyOf(rules: readonly string[]): string {
  return rules.join('\0');
}

/** Whether the call would ask today, and would not with the suggested rules. */
export function wouldEndAsking(suggested: SuggestedRules, call: PastCall, context: ToolPermissionContext): boolean {
  const now = makePermissionContext({ ...context, mode: 'default', shouldAvoidPermissionPrompts: false });
  if (decide(call.facts, now, call.toolCheck).behavior !== 'ask') return false;
  const after = makePermissionContext({ ...now, rules: [...now.rules, ...suggestedEntries(suggested)] });
  return decide(call.facts, after, call.toolCheck).behavior === 'allow';
}

/** The rules that a suggestion would add. */
export function suggestedEntries({ rules, destination }: Pick<SuggestedRules, 'rules' | 'destination'>): RuleEntry[] {
  return rules.map((text, index) => ({ id: `draft:${index}`, behavior: 'allow', source: destination, text }));
}
