import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleUsage, RuleUse } from '#shared/contract/rules.ts';
import type { Tone } from '../ui/display/badge.tsx';

/** A short label on a rule, with an explanation. */
export interface RuleMark {
  readonly word: string;
  readonly detail: string;
  readonly tone: Tone;
  /** ID of the rule it refers to. */
  readonly by?: string | undefined;
}

/** With fewer recorded calls, "unused" and "too broad" aren't reported. */
const ENOUGH_CALLS = 20;
const TOO_MANY = 0.4;

export interface KnownUse {
  readonly usage: RuleUsage;
  readonly use: RuleUse | undefined;
}

/** Notes on a rule: problems and usage. */
export function ruleMarks(rule: RuleRow, known: KnownUse | null): RuleMark[] {
  const marks: RuleMark[] = [];
  if (rule.disabled) marks.push({ word: 'off', detail: 'Switched off: kept in its file, but without effect.', tone: 'neutral' });
  const mistaken = rule.diagnostics.some(({ severity }) => severity === 'error');
  if (rule.inert !== undefined && !mistaken) marks.push({ word: 'no effect', detail: rule.inert, tone: 'warn' });
  for (const { severity, message, kind, by } of rule.diagnostics) {
    marks.push({ word: kind ?? SEVERITY_WORDS[severity], detail: message, tone: SEVERITY_TONES[severity], by });
  }
  if (known && !rule.disabled && rule.inert === undefined && !mistaken) marks.push(...useMarks(rule, known));
  return marks;
}

const SEVERITY_WORDS = { error: 'mistake', warning: 'caution', info: 'note' } as const;
const SEVERITY_TONES = { error: 'danger', warning: 'warn', info: 'neutral' } as const;

function useMarks(rule: RuleRow, { usage, use }: KnownUse): RuleMark[] {
  if (usage.checked < ENOUGH_CALLS) return [];
  // An unused deny rule isn't worth a note.
  if (!use) {
    return rule.behavior === 'deny'
      ? []
      : [{ word: 'never used', detail: `It decided none of the last ${usage.checked.toLocaleString('en')} calls.`, tone: 'neutral' }];
  }
  const alreadySaid = rule.diagnostics.some(({ kind }) => kind === 'broad');
  if (rule.behavior !== 'allow' || alreadySaid || use.share <= TOO_MANY || use.hits < ENOUGH_CALLS / 2 || !isPattern(rule.text)) return [];
  return [{ word: 'broad', detail: `It allowed ${Math.round(use.share * 100)} % of all such calls.`, tone: 'warn' }];
}

function isPattern(text: string): boolean {
  return text.includes('*') || !text.includes('(');
}

/** Usage indexed by rule. */
export function usesByRule(usage: RuleUsage): ReadonlyMap<string, RuleUse> {
  return new Map(usage.uses.map((use) => [useKey(use), use]));
}

export function useKey({ source, behavior, text }: Pick<RuleUse, 'source' | 'behavior' | 'text'>): string {
  return `${source}\0${behavior}\0${text}`;
}
