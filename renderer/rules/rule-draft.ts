import { create } from 'zustand';
import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior, RuleDestination } from '#shared/permission/rule.ts';

export interface RuleDraft {
  readonly behavior: RuleBehavior;
  readonly text: string;
  readonly destination: RuleDestination;
  /** The rule being edited, as it was when editing started. */
  readonly original: RuleRow | null;
  /** Summary of the past call it was created from. */
  readonly from: string | null;
}

interface DraftState {
  readonly draft: RuleDraft | null;
  /** Incremented with each new draft, so that its field takes the focus. */
  readonly begun: number;
}

/** The one rule draft. Kept while another pane is shown. */
export const useRuleDraft = create<DraftState>(() => ({ draft: null, begun: 0 }));

const EMPTY: RuleDraft = { behavior: 'allow', text: '', destination: 'local', original: null, from: null };

export function beginDraft(start: Partial<RuleDraft> = {}): void {
  useRuleDraft.setState(({ begun }) => ({ draft: { ...EMPTY, ...start }, begun: begun + 1 }));
}

export function editDraft(change: Partial<RuleDraft>): void {
  useRuleDraft.setState(({ draft }) => ({ draft: draft && { ...draft, ...change } }));
}

export function endDraft(): void {
  useRuleDraft.setState({ draft: null });
}

/** A draft that edits a rule, or a copy of it (`copy`). */
export function draftOf(rule: RuleRow, copy: boolean): Partial<RuleDraft> {
  const { source } = rule;
  const destination = source === 'policy' || source === 'cli' ? 'local' : source;
  return { behavior: rule.behavior, text: rule.text, destination, original: copy ? null : rule };
}
