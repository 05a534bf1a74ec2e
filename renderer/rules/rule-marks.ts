import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleUsage, RuleUse } from '#shared/contract/rules.ts';
import type { Tone } from '../ui/display/badge.tsx';
import { suchCalls } from './such-calls.ts';
import { words } from './words.ts';

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
const BROAD_SHARE = 0.4;

export interface KnownUse {
  readonly usage: RuleUsage;
  readonly use: RuleUse | undefined;
}

/** Notes on a rule: problems and usage. */
export function ruleMarks(rule: RuleRow, known: KnownUse | null): RuleMark[] {
  const marks: RuleMark[] = [];
  if (rule.disabled) marks.push({ word: words.off, detail: words.offDetail, tone: 'neutral' });
  const isInvalid = rule.diagnostics.some(({ severity }) => severity === 'error');
  if (rule.inert !== undefined && !isInvalid) marks.push({ word: words.noEffect, detail: rule.inert, tone: 'warn' });
  const isNote = ({ severity, kind }: RuleRow['diagnostics'][number]): boolean => severity === 'info' && kind === undefined;
  for (const { severity, message, kind, by } of rule.diagnostics.filter((one) => !isNote(one)))
    marks.push({ word: kind ?? words.severities[severity], detail: message, tone: SEVERITY_TONES[severity], by });
  const notes = rule.diagnostics.filter(isNote).map(({ message }) => message);
  if (notes.length > 0) marks.push({ word: words.severities.info, detail: notes.join(' '), tone: SEVERITY_TONES.info });
  if (known && !rule.disabled && rule.inert === undefined && !isInvalid) marks.push(...useMarks(rule, known));
  return marks;
}

const SEVERITY_TONES = { error: 'danger', warning: 'warn', info: 'neutral' } as const;

function useMarks(rule: RuleRow, { usage, use }: KnownUse): RuleMark[] {
  if (usage.checked < ENOUGH_CALLS) return [];
  // An unused deny rule isn't worth a note.
  if (!use) {
    return rule.behavior === 'deny'
      ? []
      : [{ word: words.notUsedYet, detail: words.notUsedYetDetail(usage.checked.toLocaleString('en')), tone: 'neutral' }];
  }
  const isReported = rule.diagnostics.some(({ kind }) => kind === 'broad');
  if (rule.behavior !== 'allow' || isReported || use.share <= BROAD_SHARE || use.hits < ENOUGH_CALLS / 2 || !isPattern(rule.text))
    return [];
  return [{ word: words.broad, detail: words.broadDetail(Math.round(use.share * 100), suchCalls(rule)), tone: 'warn' }];
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
