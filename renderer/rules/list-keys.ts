import type { KeyboardEvent } from 'react';
import type { RuleRow } from '#shared/contract/project.ts';
import { removeRule, undoLast, type OnRules } from './change-rules.ts';
import { beginDraft, draftOf } from './rule-draft.ts';
import { switchByKey } from './switch-rule.ts';

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
  act(context, event);
}

function undo({ onChange }: ListKeyContext): void {
  void undoLast(onChange);
}

const KEYS: Readonly<Record<string, (context: ListKeyContext, event: KeyboardEvent) => void>> = {
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
function switchRule({ rule, onChange }: ListKeyContext, { timeStamp, repeat }: KeyboardEvent): void {
  if (rule && !repeat) switchByKey(rule, timeStamp, onChange);
}

function edit({ rule }: ListKeyContext): void {
  if (rule) beginDraft(draftOf(rule, !rule.editable));
}

function remove({ rule, onChange }: ListKeyContext): void {
  if (rule?.editable) void removeRule(rule, onChange);
}
