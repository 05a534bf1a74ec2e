import { create } from 'zustand';
import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior, RuleDestination } from '#shared/permission/rule.ts';

export interface RuleDraft {
  readonly behavior: RuleBehavior;
  readonly text: string;
  readonly destination: RuleDestination;
  /** The rule being edited, as it was when editing began. */
  readonly original: RuleRow | null;
  /** The past call it was made from: its summary. */
  readonly from: string | null;
}

interface DraftState {
  readonly draft: RuleDraft | null;
  /** Counted up with each draft that is begun, so that its field takes the focus. */
  readonly begun: number;
}

/** The one rule being written. It outlives the pane, so that looking something up elsewhere doesn't lose it. */
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

/** A draft that edits a rule, or starts from it (`copy`). */
export function draftOf(rule: RuleRow, copy: boolean): Partial<RuleDraft> {
  const { source } = rule;
  const destination = source === 'policy' || source === 'cli' ? 'local' : source;
  return { behavior: rule.behavior, text: rule.text, destination, original: copy ? null : rule };
}
