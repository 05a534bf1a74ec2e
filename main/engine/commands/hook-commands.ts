import type { Handlers } from '#main/host/engine-port.ts';
import { hookName } from '#main/hooks/hook.ts';
import { ineffectiveHooks } from '#main/settings/hooks/collect-hooks.ts';
import { editHookInText } from '#main/settings/hooks/edit-hooks.ts';
import { hookRows } from '#main/settings/hooks/hook-rows.ts';
import { diffOf } from '#main/tools/diff-view.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { HookEdit, hookCommands as contract } from '#shared/contract/commands/hook-commands.ts';
import { ruleMistake } from '#shared/permission/grammar.ts';
import { tryHook } from '../hooks/try-hook.ts';
import type { EngineParts } from '../engine-parts.ts';

export function hookCommands({ projects, sessions }: EngineParts): Handlers<typeof contract> {
  return {
    'hooks.list': ({ projectDir }) => {
      const settings = projects.get(projectDir).settings.current();
      const destinations = (['user', 'local', 'project'] as const).map((destination) => ({
        destination,
        file: settings.paths[destination],
      }));
      return { hooks: hookRows(settings, hookName), destinations };
    },
    'hooks.preview': ({ projectDir, destination, edit }) => {
      const { settings } = projects.get(projectDir);
      assertCondition(edit);
      const { text: before, digest: basedOn, file } = settings.readText(destination);
      const after = editHookInText(before, edit);
      const diff = { type: 'diff' as const, path: file, ...diffOf(before, after) };
      const to = edit.type === 'remove' ? undefined : edit.to;
      const warnings = to ? ineffectiveHooks({ [to.event]: [{ matcher: to.matcher, hooks: [to.handler] }] }) : [];
      return { before, after, basedOn, diff, warnings };
    },
    'hooks.try': async ({ projectDir, sessionId, callId, hook }) => {
      const { session, hooks } = await sessions.get(sessionId);
      if (session.view.projectDir !== projects.get(projectDir).projectDir)
        throw new AppError('invalid_input', 'This session belongs to another folder.');
      return tryHook({ callId, hook }, { hooks, events: session.log.events, settings: projects.get(projectDir).settings.reload() });
    },
  };
}

/** @throws AppError `invalid_input` for a condition that is no rule: the hook would never run, or always. */
function assertCondition(edit: HookEdit): void {
  const condition = edit.type === 'remove' ? undefined : edit.to.handler.if;
  const why = condition === undefined ? undefined : ruleMistake(condition, 'deny');
  if (why !== undefined) throw new AppError('invalid_input', `The condition “${condition}” isn’t a rule: ${why}`);
}
