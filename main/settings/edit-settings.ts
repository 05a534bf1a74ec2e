import { applyEdits, modify, type FormattingOptions, type JSONPath } from 'jsonc-parser';
import { AppError } from '#shared/contract/app-error.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { nodeAt, parseSettingsDocument, type SettingsDocument } from './settings-document.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Adds rules to a list of a settings text; those already in it stay once. Everything else keeps its order and spacing.
 * @throws AppError `conflict` when the text isn't one that can be edited safely.
 */
export function addRulesToText(source: string, behavior: RuleBehavior, rules: readonly string[]): string {
  return edit(source, behavior, (start) => {
    let text = start;
    const present = new Set(rulesIn(readable(text), behavior));
    for (const rule of rules) {
      if (present.has(rule)) continue;
      present.add(rule);
      text = applyEdits(
        text,
        modify(text, ['permissions', behavior, -1], rule, { isArrayInsertion: true, formattingOptions: formattingOf(text) }),
      );
    }
    return text;
  });
}

/**
 * Takes one rule out of a list.
 * @throws AppError `conflict` when it isn't there (any more).
 */
export function removeRuleFromText(source: string, behavior: RuleBehavior, rule: string): string {
  return edit(source, behavior, (text) => {
    const index = rulesIn(readable(text), behavior).indexOf(rule);
    if (index === -1) throw new AppError('conflict', `The rule ${rule} is no longer in the file's “${behavior}” list.`);
    const path: JSONPath = ['permissions', behavior, index];
    return applyEdits(text, modify(text, path, undefined, { formattingOptions: formattingOf(text) }));
  });
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
  const duplicate = document.duplicates.find(({ key }) => key === 'permissions' || key === behavior);
  if (duplicate) {
    const { line } = duplicate.position;
    throw new AppError('conflict', `The file gives “${duplicate.key}” twice (line ${line}), so it is left alone; mend it first.`);
  }
  const permissions = nodeAt(document.root, ['permissions']);
  const list = nodeAt(document.root, ['permissions', behavior]);
  if ((permissions && permissions.type !== 'object') || (list && list.type !== 'array')) {
    throw new AppError('conflict', 'The file’s “permissions” have an unexpected shape, so it is left alone; mend it first.');
  }
}

function rulesIn(document: SettingsDocument, behavior: RuleBehavior): unknown[] {
  return (nodeAt(document.root, ['permissions', behavior])?.children ?? []).map((node): unknown => node.value);
}

function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
