import { applyEdits, type FormattingOptions, type JSONPath, modify } from 'jsonc-parser';
import { AppError } from '#shared/contract/app-error.ts';
import { RULE_BEHAVIORS, type RuleBehavior, type RuleEdit } from '#shared/permission/rule.ts';
import { mistakenRule } from '#shared/permission/grammar.ts';
import { editableDocument, nodeAt, parseSettingsDocument, type SettingsDocument } from '../settings-document.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Adds rules to a list in a settings text, without duplicates. Everything else keeps its order and spacing.
 * @throws AppError `conflict` when the text can't be edited safely.
 */
export function addRulesToText(source: string, behavior: RuleBehavior, rules: readonly string[]): string {
  return edit(source, ruleLists(behavior), (start) => withEntries(start, listPath(behavior, false), rules));
}

/** Like `addRulesToText`, for working directories. */
export function addDirectoriesToText(source: string, directories: readonly string[]): string {
  return edit(source, [DIRECTORIES], (start) => withEntries(start, DIRECTORIES, directories));
}

/** Removes working directories again. */
export function removeDirectoriesFromText(source: string, isOne: (entry: string) => boolean): string {
  return edit(source, [DIRECTORIES], (start) => {
    const entries = entriesOf(editableDocument(start), DIRECTORIES);
    // From the end, so that the other indexes stay valid.
    return entries.reduceRight<string>(
      (text, entry, index) => (typeof entry === 'string' && isOne(entry) ? withoutEntry(text, DIRECTORIES, index) : text),
      start,
    );
  });
}

const DIRECTORIES = ['permissions', 'additionalDirectories'];

function withEntries(start: string, list: readonly string[], entries: readonly string[]): string {
  let text = start;
  const present = new Set(entriesOf(editableDocument(text), list));
  for (const one of entries) {
    if (present.has(one)) continue;
    present.add(one);
    text = modified(text, [...list, -1], one, true);
  }
  return text;
}

/** The new text, and the edits that undo the change. */
export interface EditedText {
  readonly text: string;
  /** In the order to apply it. */
  readonly undo: readonly RuleEdit[];
}

/**
 * Changes lists of rules one after the other, all or nothing. Everything else keeps its order and spacing.
 * @throws AppError `conflict` when a rule to change is missing or a new one exists already, or when the text can't be edited safely.
 */
export function editRulesInText(source: string, edits: readonly RuleEdit[]): EditedText {
  const undo: RuleEdit[] = [];
  const text = edits.reduce((before, one) => edit(before, ruleLists(one.behavior), (start) => applyEdit(start, one, undo)), source);
  return { text, undo };
}

function applyEdit(text: string, change: RuleEdit, undo: RuleEdit[]): string {
  const { type, behavior, disabled, destination } = change;
  const list = listPath(behavior, disabled);
  const present = entriesOf(editableDocument(text), list);
  if (type === 'insert') {
    if (change.index === undefined && present.includes(change.text)) {
      throw new AppError('conflict', `The rule ${change.text} is already in the file’s “${behavior}” list.`);
    }
    const index = Math.min(change.index ?? present.length, present.length);
    undo.unshift({ type: 'remove', destination, behavior, disabled, text: change.text, index });
    // -1 appends, which also works for a list that doesn't exist yet.
    return modified(text, [...list, index === present.length ? -1 : index], change.text, true);
  }
  const index = change.index !== undefined && present[change.index] === change.text ? change.index : present.lastIndexOf(change.text);
  if (index === -1) throw new AppError('conflict', `The rule ${change.text} is no longer in the file’s “${behavior}” list.`);
  if (type === 'replace') {
    undo.unshift({ type: 'replace', destination, behavior, disabled, text: change.newText, newText: change.text, index });
    return modified(text, [...list, index], change.newText);
  }
  undo.unshift({ type: 'insert', destination, behavior, disabled, text: change.text, index });
  const without = withoutEntry(text, list, index);
  return disabled && present.length === 1 ? withoutEmpty(without, list) : without;
}

/** Disabled rules are in Gatehouse's own part of the file, which Claude Code ignores. */
function listPath(behavior: RuleBehavior, disabled: boolean): string[] {
  return disabled ? ['gatehouse', 'disabledRules', behavior] : ['permissions', behavior];
}

function ruleLists(behavior: RuleBehavior): readonly (readonly string[])[] {
  return [listPath(behavior, false), listPath(behavior, true)];
}

/** Removes the objects that only held the last disabled rule. */
function withoutEmpty(text: string, list: readonly string[]): string {
  let left = text;
  for (let depth = list.length; depth > 0; depth--) {
    const path = list.slice(0, depth);
    if ((nodeAt(editableDocument(left).root, path)?.children ?? []).length > 0) return left;
    left = modified(left, path, undefined);
  }
  return left;
}

/** Cuts the entry out with its separator; the editing library breaks lists that are on one line. */
function withoutEntry(text: string, list: readonly string[], index: number): string {
  const array = nodeAt(editableDocument(text).root, list);
  const { [index - 1]: before, [index]: entry, [index + 1]: after } = array?.children ?? [];
  if (!array || !entry) return text;
  const start = before ? before.offset + before.length : after ? entry.offset : array.offset + 1;
  const end = before ? entry.offset + entry.length : after ? after.offset : array.offset + array.length - 1;
  return text.slice(0, start) + text.slice(end);
}

function modified(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  const line = lineToStayOn(text, path);
  if (line === undefined) return applyEdits(text, modify(text, path, value, { isArrayInsertion, formattingOptions: formattingOf(text) }));
  const edits = modify(text, path, value, { isArrayInsertion });
  // The library writes no space after the comma.
  return applyEdits(text, /, /u.test(line) ? edits.map((one) => ({ ...one, content: one.content.replace(/^,/u, ', ') })) : edits);
}

/** The list or object that is changed, where it has content and is on one line; the editing library would spread it over several. */
function lineToStayOn(text: string, path: JSONPath): string | undefined {
  const { root } = editableDocument(text);
  const holders = path.map((_, depth) => nodeAt(root, path.slice(0, depth))).filter((node) => node !== undefined);
  const holder = holders.at(-1);
  if (holder === undefined || (holder.children ?? []).length === 0) return undefined;
  const written = text.slice(holder.offset, holder.offset + holder.length);
  return written.includes('\n') ? undefined : written;
}

function edit(source: string, lists: readonly (readonly string[])[], change: (text: string) => string): string {
  const mark = source.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = source.slice(mark.length);
  const start = text.trim() === '' ? '{}\n' : text;
  assertEditable(editableDocument(start), lists);
  const changed = change(start);
  // The result must be what was intended; an unexpected result of the editing library is never saved.
  editableDocument(changed);
  return changed === start ? source : mark + changed;
}

function assertEditable(document: SettingsDocument, lists: readonly (readonly string[])[]): void {
  const own = lists.flat();
  const duplicate = document.duplicates.find(({ key }) => own.includes(key));
  if (duplicate) {
    const { line } = duplicate.position;
    throw new AppError('conflict', `The file gives “${duplicate.key}” twice (line ${line}), so it isn’t changed; fix it first.`);
  }
  for (const list of lists) {
    const odd = list.find((_, depth) => {
      const node = nodeAt(document.root, list.slice(0, depth + 1));
      return node !== undefined && node.type !== (depth === list.length - 1 ? 'array' : 'object');
    });
    if (odd !== undefined)
      throw new AppError('conflict', `The file’s “${odd}” has an unexpected shape, so it isn’t changed; fix it first.`);
  }
}

function entriesOf(document: SettingsDocument, list: readonly string[]): unknown[] {
  return (nodeAt(document.root, list)?.children ?? []).map((node): unknown => node.value);
}

/** The formatting that the file already uses. */
export function formattingOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** The first invalid rule in a settings text that wasn't in the previous text. Existing ones may stay. */
export function newMistakenRule(before: string, text: string): { readonly text: string; readonly why: string } | undefined {
  for (const behavior of RULE_BEHAVIORS) {
    const known = new Set(rulesIn(before, behavior));
    const mistaken = mistakenRule(
      rulesIn(text, behavior).filter((rule) => !known.has(rule)),
      behavior,
    );
    if (mistaken) return mistaken;
  }
  return undefined;
}

function rulesIn(text: string, behavior: (typeof RULE_BEHAVIORS)[number]): string[] {
  const parsed = parseSettingsDocument(text);
  const permissions = 'document' in parsed ? parsed.document.value['permissions'] : undefined;
  const list: unknown = typeof permissions === 'object' && permissions !== null ? Reflect.get(permissions, behavior) : undefined;
  return Array.isArray(list) ? list.filter((rule) => typeof rule === 'string') : [];
}
