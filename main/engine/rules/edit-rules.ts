import { isFileEdit } from '#main/settings/settings-store.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { ruleMistake } from '#shared/permission/grammar.ts';
import type { RuleEdit } from '#shared/permission/rule.ts';
import type { OpenProject } from '../project/open-project.ts';
import type { OpenSession } from '../session/open-session.ts';

/**
 * Changes rules, in files and in the session. Adds rules before removing others, so that a rule being moved is in force all the time.
 * @returns the edits that undo it, in the order to apply them.
 * @throws AppError `invalid_input`, and as `SettingsStore.editRules`; then nothing was changed.
 */
export async function editRules(edits: readonly RuleEdit[], project: OpenProject, opened: OpenSession | undefined): Promise<RuleEdit[]> {
  for (const one of edits) assertReadable(one, removedInvalid.get(project));
  const own = edits.filter(({ destination }) => destination === 'session');
  for (const one of own) assertInSession(one, opened);
  const add = own.filter(({ type }) => type === 'insert');
  for (const one of add) editSession(one, opened);
  let undo: RuleEdit[];
  try {
    undo = await project.settings.editRules(edits.filter(isFileEdit));
  } catch (error) {
    for (const one of add) editSession({ ...one, type: 'remove' }, opened);
    throw error;
  }
  for (const one of own) if (one.type !== 'insert') editSession(one, opened);
  if (own.length > 0) opened?.session.permissionsChanged();
  for (const one of edits) if (one.type !== 'insert') remember(one, project);
  return [...undo, ...own.map(inverse)];
}

/** Invalid rules that were removed from a file, so that undo can put them back. By behavior and text. */
const removedInvalid = new WeakMap<OpenProject, Set<string>>();

function remember({ behavior, text }: RuleEdit, project: OpenProject): void {
  if (ruleMistake(text, behavior) === undefined) return;
  const texts = removedInvalid.get(project) ?? new Set();
  removedInvalid.set(project, texts.add(`${behavior} ${text}`));
}

/** A rule must be valid, unless it was in the file before. */
function assertReadable(edit: RuleEdit, before: ReadonlySet<string> | undefined): void {
  if (edit.type === 'remove') return;
  const text = edit.type === 'insert' ? edit.text : edit.newText;
  const why = ruleMistake(text, edit.behavior);
  if (why !== undefined && before?.has(`${edit.behavior} ${text}`) !== true) throw new AppError('invalid_input', `${text}: ${why}`);
}

function assertInSession({ type, behavior, text, disabled }: RuleEdit, opened: OpenSession | undefined): void {
  if (!opened) throw new AppError('invalid_input', 'A session rule needs an open session.');
  if (disabled) throw new AppError('invalid_input', 'A session rule can’t be turned off. Delete it: it ends with the session anyway.');
  const present = opened.session.view.sessionRules.some((rule) => rule.behavior === behavior && rule.text === text);
  if (type === 'insert' && present) throw new AppError('conflict', `The rule ${text} is already in this session.`);
  if (type !== 'insert' && !present) throw new AppError('conflict', `The rule ${text} no longer exists. Check the list again.`);
}

function editSession(edit: RuleEdit, opened: OpenSession | undefined): void {
  const change = (kind: 'add' | 'remove', text: string) =>
    opened?.session.log.append({ type: 'session.rule', data: { change: kind, behavior: edit.behavior, text } });
  if (edit.type === 'replace') change('add', edit.newText);
  change(edit.type === 'insert' ? 'add' : 'remove', edit.text);
}

function inverse(edit: RuleEdit): RuleEdit {
  const { destination, behavior, disabled, text } = edit;
  const rule = { destination, behavior, disabled, index: 0 };
  if (edit.type === 'replace') return { ...rule, type: 'replace', text: edit.newText, newText: text };
  return { ...rule, type: edit.type === 'insert' ? 'remove' : 'insert', text };
}
