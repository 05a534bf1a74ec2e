import { checkRule } from '#main/settings/rule-list.ts';
import type { FileRuleEdit } from '#main/settings/settings-store.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { RuleEdit } from '#shared/permission/rule.ts';
import type { ProjectRoom } from './project-room.ts';
import type { SessionRoom } from './session-room.ts';

/**
 * Changes rules, in files and in the session. Rules are added before others are taken away, so that one on its way elsewhere counts all the
 * time. @returns the edits that take it back, in the order to apply them.
 * @throws AppError `invalid_input`, and as `SettingsStore.editRules`; then nothing was changed.
 */
export async function editRules(edits: readonly RuleEdit[], project: ProjectRoom, room: SessionRoom | undefined): Promise<RuleEdit[]> {
  for (const one of edits) assertReadable(one);
  const own = edits.filter(({ destination }) => destination === 'session');
  for (const one of own) assertInSession(one, room);
  const add = own.filter(({ type }) => type === 'insert');
  for (const one of add) editSession(one, room);
  let undo: RuleEdit[];
  try {
    undo = await project.settings.editRules(edits.filter(isFileEdit));
  } catch (error) {
    for (const one of add) editSession({ ...one, type: 'remove' }, room);
    throw error;
  }
  for (const one of own) if (one.type !== 'insert') editSession(one, room);
  if (own.length > 0) room?.session.permissionsChanged();
  return [...undo, ...own.map(inverse)];
}

function isFileEdit(edit: RuleEdit): edit is FileRuleEdit {
  return edit.destination !== 'session';
}

/** A new text must mean something. What is put back at its old place (it has an index) may be as mistaken as it was. */
function assertReadable(edit: RuleEdit): void {
  if (edit.type === 'remove' || edit.index !== undefined) return;
  const text = edit.type === 'insert' ? edit.text : edit.newText;
  const mistake = checkRule(text, edit.behavior).diagnostics.find(({ severity }) => severity === 'error');
  if (mistake) throw new AppError('invalid_input', mistake.message);
}

function assertInSession({ type, behavior, text, disabled }: RuleEdit, room: SessionRoom | undefined): void {
  if (!room) throw new AppError('invalid_input', 'A session rule needs an open session.');
  if (disabled) throw new AppError('invalid_input', 'A session rule can’t be switched off. Delete it: it ends with the session anyway.');
  const present = room.session.view.sessionRules.some((rule) => rule.behavior === behavior && rule.text === text);
  if (type === 'insert' && present) throw new AppError('conflict', `The rule ${text} is already in this session.`);
  if (type !== 'insert' && !present) throw new AppError('conflict', `The rule ${text} is gone. Look at the list again.`);
}

function editSession(edit: RuleEdit, room: SessionRoom | undefined): void {
  const change = (kind: 'add' | 'remove', text: string) =>
    room?.session.log.append({ type: 'session.rule', data: { change: kind, behavior: edit.behavior, text } });
  if (edit.type === 'replace') change('add', edit.newText);
  change(edit.type === 'insert' ? 'add' : 'remove', edit.text);
}

function inverse(edit: RuleEdit): RuleEdit {
  const { destination, behavior, disabled, text } = edit;
  const rule = { destination, behavior, disabled, index: 0 };
  if (edit.type === 'replace') return { ...rule, type: 'replace', text: edit.newText, newText: text };
  return { ...rule, type: edit.type === 'insert' ? 'remove' : 'insert', text };
}
