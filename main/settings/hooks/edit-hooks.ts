import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/contract/app-error.ts';
import type { HookEdit, PlacedHook } from '#shared/contract/commands/hook-commands.ts';
import { isRecord } from '#shared/is-record.ts';
import { parseSettingsDocument } from '../settings-document.ts';
import { setValueInText } from '../edit/setting-values.ts';

/**
 * Adds, changes or removes a hook in a settings text. Only the list of its event is written anew; everything else keeps its order and spacing.
 * @throws AppError `conflict` when the hook is no longer there, or when the text can't be edited safely.
 */
export function editHookInText(source: string, edit: HookEdit): string {
  switch (edit.type) {
    case 'add':
      return withHook(source, edit.to);
    case 'remove':
      return withoutHook(source, edit.from);
    case 'change': {
      const { from, to } = edit;
      if (from.event !== to.event || from.matcher !== to.matcher) return withHook(withoutHook(source, from), to);
      return changeHandlers(source, from, (handlers, index) => handlers.with(index, to.handler));
    }
  }
}

/** A hook goes to the others with its matcher. */
function withHook(source: string, { event, matcher, handler }: PlacedHook): string {
  const groups = groupsOf(source, event);
  const at = groups.findIndex((group) => matcherOf(group) === matcher && Array.isArray(group['hooks']));
  const group = groups[at];
  const own: readonly unknown[] = Array.isArray(group?.['hooks']) ? group['hooks'] : [];
  const changed = group
    ? groups.with(at, { ...group, hooks: [...own, handler] })
    : [...groups, { ...(matcher !== '' && { matcher }), hooks: [handler] }];
  return setValueInText(source, ['hooks', event], changed);
}

function withoutHook(source: string, hook: PlacedHook): string {
  const text = changeHandlers(source, hook, (handlers, index) => handlers.toSpliced(index, 1));
  const left = hooksOf(text);
  return Object.keys(left).length === 0 ? setValueInText(text, ['hooks'], undefined) : text;
}

function changeHandlers(
  source: string,
  { event, matcher, handler }: PlacedHook,
  change: (handlers: readonly unknown[], index: number) => readonly unknown[],
): string {
  const groups = groupsOf(source, event);
  for (const [at, group] of groups.entries()) {
    const handlers = group['hooks'];
    if (matcherOf(group) !== matcher || !Array.isArray(handlers)) continue;
    const index = handlers.findIndex((one) => isDeepStrictEqual(one, handler));
    if (index === -1) continue;
    const after = change(handlers, index);
    const changed = after.length === 0 ? groups.toSpliced(at, 1) : groups.with(at, { ...group, hooks: after });
    return setValueInText(source, ['hooks', event], changed.length === 0 ? undefined : changed);
  }
  throw new AppError('conflict', 'This hook is no longer in the file. Look at the list again.');
}

function matcherOf(group: Readonly<Record<string, unknown>>): string {
  const { matcher = '' } = group;
  return typeof matcher === 'string' ? matcher : '\0';
}

function groupsOf(source: string, event: string): Record<string, unknown>[] {
  const hooks = hooksOf(source);
  const groups = Object.hasOwn(hooks, event) ? hooks[event] : [];
  if (!Array.isArray(groups) || !groups.every(isRecord))
    throw new AppError('conflict', `The file’s “${event}” has an unexpected shape, so it isn’t changed; fix it first.`);
  return groups;
}

function hooksOf(source: string): Record<string, unknown> {
  const parsed = parseSettingsDocument(source);
  if ('broken' in parsed) throw new AppError('conflict', `The file has a mistake, so it isn’t changed; fix it first. ${parsed.broken}`);
  const { hooks = {} } = parsed.document.value;
  if (!isRecord(hooks)) throw new AppError('conflict', 'The file’s “hooks” has an unexpected shape, so it isn’t changed; fix it first.');
  return hooks;
}
