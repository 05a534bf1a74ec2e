import { applyEdits, modify, type FormattingOptions, type JSONPath } from 'jsonc-parser';
import { AppError } from '#shared/contract/app-error.ts';
import type { RuleBehavior, RuleEdit } from '#shared/permission/rule.ts';
import { nodeAt, parseSettingsDocument, type SettingsDocument } from './settings-document.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Adds rules to a list of a settings text; those already in it stay once. Everything else keeps its order and spacing.
 * @throws AppError `conflict` when the text isn't one that can be edited safely.
 */
export function addRulesToText(source: string, behavior: RuleBehavior, rules: readonly string[]): string {
  return edit(source, behavior, (start) => {
    let text = start;
    const present = new Set(entriesOf(readable(text), listPath(behavior, false)));
    for (const rule of rules) {
      if (present.has(rule)) continue;
      present.add(rule);
      text = modified(text, ['permissions', behavior, -1], rule, true);
    }
    return text;
  });
}

/** What was done, and what takes it back. */
export interface EditedText {
  readonly text: string;
  /** In the order to apply it. */
  readonly undo: readonly RuleEdit[];
}

/**
 * Changes lists of rules one after the other, all or nothing. Everything else keeps its order and spacing.
 * @throws AppError `conflict` when a rule to change isn't there (any more) or a new one is already, or when the text can't be edited safely.
 */
export function editRulesInText(source: string, edits: readonly RuleEdit[]): EditedText {
  const undo: RuleEdit[] = [];
  const text = edits.reduce((before, one) => edit(before, one.behavior, (start) => applyEdit(start, one, undo)), source);
  return { text, undo };
}

function applyEdit(text: string, change: RuleEdit, undo: RuleEdit[]): string {
  const { type, behavior, disabled, destination } = change;
  const list = listPath(behavior, disabled);
  const present = entriesOf(readable(text), list);
  if (type === 'insert') {
    if (change.index === undefined && present.includes(change.text)) {
      throw new AppError('conflict', `The rule ${change.text} is already in the file's “${behavior}” list.`);
    }
    const index = Math.min(change.index ?? present.length, present.length);
    undo.unshift({ type: 'remove', destination, behavior, disabled, text: change.text, index });
    // At the end by -1: a list that isn't there is only made so.
    return modified(text, [...list, index === present.length ? -1 : index], change.text, true);
  }
  const index = change.index !== undefined && present[change.index] === change.text ? change.index : present.lastIndexOf(change.text);
  if (index === -1) throw new AppError('conflict', `The rule ${change.text} is no longer in the file's “${behavior}” list.`);
  if (type === 'replace') {
    undo.unshift({ type: 'replace', destination, behavior, disabled, text: change.newText, newText: change.text, index });
    return modified(text, [...list, index], change.newText);
  }
  undo.unshift({ type: 'insert', destination, behavior, disabled, text: change.text, index });
  const without = modified(text, [...list, index], undefined);
  return disabled && present.length === 1 ? withoutEmpty(without, list) : without;
}

/** Disabled rules stand in Gatehouse's own part of the file, which Claude Code passes over. */
function listPath(behavior: RuleBehavior, disabled: boolean): string[] {
  return disabled ? ['gatehouse', 'disabledRules', behavior] : ['permissions', behavior];
}

/** Takes away what only held the last disabled rule. */
function withoutEmpty(text: string, list: readonly string[]): string {
  let left = text;
  for (let depth = list.length; depth > 0; depth--) {
    const path = list.slice(0, depth);
    if ((nodeAt(readable(left).root, path)?.children ?? []).length > 0) return left;
    left = modified(left, path, undefined);
  }
  return left;
}

function modified(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  return applyEdits(text, modify(text, path, value, { isArrayInsertion, formattingOptions: formattingOf(text) }));
}

function edit(source: string, behavior: RuleBehavior, change: (text: string) => string): string {
  const mark = source.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = source.slice(mark.length);
  const start = text.trim() === '' ? '{}\n' : text;
  assertEditable(readable(start), behavior);
  const changed = change(start);
  // What is written must be what was meant; a surprise of the editor is never saved.
  readable(changed);
  return changed === start ? source : mark + changed;
}

function readable(text: string): SettingsDocument {
  const parsed = parseSettingsDocument(text);
  if ('broken' in parsed) throw new AppError('conflict', `The file has a mistake, so it is left alone; mend it first. ${parsed.broken}`);
  return parsed.document;
}

function assertEditable(document: SettingsDocument, behavior: RuleBehavior): void {
  const own = ['permissions', 'gatehouse', 'disabledRules', behavior];
  const duplicate = document.duplicates.find(({ key }) => own.includes(key));
  if (duplicate) {
    const { line } = duplicate.position;
    throw new AppError('conflict', `The file gives “${duplicate.key}” twice (line ${line}), so it is left alone; mend it first.`);
  }
  for (const list of [listPath(behavior, false), listPath(behavior, true)]) {
    const odd = list.find((_, depth) => {
      const node = nodeAt(document.root, list.slice(0, depth + 1));
      return node !== undefined && node.type !== (depth === list.length - 1 ? 'array' : 'object');
    });
    if (odd !== undefined)
      throw new AppError('conflict', `The file’s “${odd}” has an unexpected shape, so it is left alone; mend it first.`);
  }
}

function entriesOf(document: SettingsDocument, list: readonly string[]): unknown[] {
  return (nodeAt(document.root, list)?.children ?? []).map((node): unknown => node.value);
}

/** As the file is written by now. */
export function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
