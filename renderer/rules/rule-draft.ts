import { create } from 'zustand';
import { useEffect, useState } from 'react';
import type { RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior, RuleDestination } from '#shared/permission/rule.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../bridge/client.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { ruleContext } from './change-rules.ts';
import { words } from './words.ts';

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

/** Ends the draft. What was written is offered again, unless there is nothing in it that is new. */
export function discardDraft(): void {
  const { draft } = useRuleDraft.getState();
  endDraft();
  if (!draft || draft.text.trim() === '' || draft.text.trim() === draft.original?.text) return;
  showToast({
    kind: 'rule-draft',
    title: words.draftDiscarded(draft.text.trim()),
    action: { label: words.undo, run: () => beginDraft(draft) },
  });
}

/** A draft that edits a rule, or a copy of it (`copy`). */
export function draftOf(rule: RuleRow, copy: boolean): Partial<RuleDraft> {
  const { source } = rule;
  const destination = source === 'policy' || source === 'cli' || source === 'plugin' ? 'local' : source;
  return { behavior: rule.behavior, text: rule.text, destination, original: copy ? null : rule };
}

/** Debounce before a draft is checked, in milliseconds. */
const DEBOUNCE_MS = 150;

type Check = CommandOutput<'rules.check'>;

/**
 * What the draft means and its errors; `null` if unknown. The previous result stays until the next arrives; then `isCurrent` is false, and
 * it doesn't prevent saving.
 */
export function useRuleCheck(
  text: string,
  behavior: RuleBehavior,
  destination: RuleDestination,
  replaces?: string,
): (Check & { readonly isCurrent: boolean }) | null {
  const [check, setCheck] = useState<{ readonly of: string; readonly answer: Check } | null>(null);
  const rule = text.trim();
  const of = `${behavior} ${destination} ${replaces ?? ''} ${rule}`;
  useEffect(() => {
    if (rule === '') {
      setCheck(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      const among = { ...ruleContext(), ...(replaces !== undefined && { replaces }) };
      call('rules.check', { text: rule, behavior, destination, among }).then(
        (answer) => current && setCheck({ of, answer }),
        // Ignore errors: saving checks it again.
        () => current && setCheck(null),
      );
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [of, rule, behavior, destination, replaces]);
  return check && { ...check.answer, isCurrent: check.of === of };
}
