import type { HookEnvironment } from '#main/hooks/hook-environment.ts';
import { preparingRules } from '#main/permission/rules/rule-set.ts';
import type { CommandReading } from '#main/permission/command-reading.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { ToolServices } from '#main/tool/services/tool-services.ts';
import type { SessionPlace } from '#shared/permission/call-place.ts';
import type { CurrentSession } from './current-session.ts';
import type { OpenSessionOptions } from './open-session-options.ts';
import { hidesFiles, keptPermissionContext, mayRead } from './permission-snapshot.ts';
import { isAutoAvailable } from './start-mode.ts';

export interface SessionPermissions extends Pick<ToolServices, 'isReadOnlyCommand' | 'mayRead'> {
  readonly readCommand: (command: string, cwd: string) => CommandReading;
  /** Whether no rule denies an instruction file. It may lie outside the working directories, as the user's own do. */
  readonly mayLoad: (path: string) => boolean;
  /** The current snapshot. */
  readonly context: () => ToolPermissionContext;
  /** Whether a rule or setting keeps any file from being read. */
  readonly hidesFiles: () => boolean;
  /** Sorts the rules in slices. A decision that comes first sorts them itself. */
  prepare(): Promise<void>;
}

/** The permission snapshot of a session and the questions its tools ask the permission engine. */
export function sessionPermissions(
  options: OpenSessionOptions,
  current: CurrentSession,
  hookEnvironment: HookEnvironment,
  commandPlace: () => SessionPlace | undefined,
): SessionPermissions {
  const { project, owned, permissionEngine: engine, shellEnv } = options;
  const { projectDir } = project;
  const context = keptPermissionContext(() => {
    // Read once, as each call checks whether the files have changed.
    const settings = project.settings.current();
    return {
      settings,
      mode: current.mode,
      sessionRules: current.sessionRules,
      directories: current.directories,
      skillsInUse: current.skillsInUse,
      projectDir: current.worktree?.projectDir ?? projectDir,
      settingsDir: current.worktree ? projectDir : undefined,
      homeDir: options.homeDir,
      stateDir: options.stateDir,
      sessionDir: owned.log.sessionDir,
      isBypassAvailable: options.isBypassAvailable,
      isNonInteractive: options.isNonInteractive,
      isAutoAvailable: isAutoAvailable(settings, options.client),
      prePlanMode: current.prePlanMode,
      commandPlace: commandPlace(),
      // Not taken from the full command environment: this is read several times per call.
      commandPath: hookEnvironment.variables['PATH'] ?? settings.env['PATH'] ?? shellEnv['PATH'] ?? '',
    };
  });
  return {
    context,
    prepare: async () => {
      await inSlices(preparingRules(context()));
    },
    isReadOnlyCommand: (command, cwd) => engine.isReadOnlyCommand(command, cwd, context()),
    readCommand: (command, cwd) => engine.readCommand(command, cwd, context()),
    mayRead: (path, permission = context(), realPath) => mayRead(engine, permission, { path, realPath }),
    mayLoad: (path) => {
      const permission = { ...context(), blocksOutside: { reads: false, writes: false } };
      return mayRead(engine, permission, { path });
    },
    hidesFiles: () => hidesFiles(context()),
  };
}
