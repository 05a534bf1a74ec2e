import type { KeyboardEvent } from 'react';
import type { RuleRow } from '#shared/contract/project.ts';
import { removeRule, setDisabled, undoLast, type OnRules } from './change-rules.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { beginDraft, draftOf } from './rule-draft.ts';
import { FIXED_WORDS, words } from './words.ts';

export interface ListKeyContext {
  readonly rule: RuleRow | undefined;
  /** Rules per page. */
  readonly page: number;
  readonly move: (by: number) => void;
  readonly toEnd: (end: 'first' | 'last') => void;
  readonly openMenu: () => void;
  readonly focusFilter: () => void;
  readonly onChange: OnRules;
}

/** Handles the rule list's keys while it has the focus. */
export function handleListKey(event: KeyboardEvent, context: ListKeyContext): void {
  if (event.target !== event.currentTarget) return;
  const mod = event.ctrlKey || event.metaKey;
  if (event.altKey || (mod && event.key.toLowerCase() !== 'z')) return;
  const act = mod ? undo : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act(context);
}

function undo({ onChange }: ListKeyContext): void {
  void undoLast(onChange);
}

const KEYS: Readonly<Record<string, (context: ListKeyContext) => void>> = {
  ArrowDown: ({ move }) => move(1),
  j: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  k: ({ move }) => move(-1),
  PageDown: ({ move, page }) => move(page),
  PageUp: ({ move, page }) => move(-page),
  Home: ({ toEnd }) => toEnd('first'),
  End: ({ toEnd }) => toEnd('last'),
  Enter: edit,
  e: edit,
  n: () => beginDraft(),
  d: ({ rule }) => rule && beginDraft(draftOf(rule, true)),
  x: switchRule,
  m: ({ rule, openMenu }) => rule && openMenu(),
  Delete: remove,
  Backspace: remove,
  u: undo,
  '/': ({ focusFilter }) => focusFilter(),
};

/** The legend offers it for every rule, so where it can’t be done that is said. */
function switchRule({ rule, onChange }: ListKeyContext): void {
  if (!rule) return;
  const why = rule.source === 'session' ? words.endsAnyway : rule.editable ? undefined : FIXED_WORDS[rule.source];
  if (why === undefined) void setDisabled(rule, !rule.disabled, onChange);
  else showToast({ title: words.notSwitched(!rule.disabled), detail: why });
}

function edit({ rule }: ListKeyContext): void {
  if (rule) beginDraft(draftOf(rule, !rule.editable));
}

function remove({ rule, onChange }: ListKeyContext): void {
  if (rule?.editable) void removeRule(rule, onChange);
}
