import { SessionHooks } from '#main/agent/session/session-hooks.ts';
import type { HookEnvironment } from '#main/hooks/hook-environment.ts';
import { HookRunner } from '#main/hooks/hook-runner.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { keptHooks } from './definition-hooks.ts';
import type { CurrentSession } from '../current-session.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';

/** The hooks of a session; they follow its log from now on. */
export function openHooks(options: OpenSessionOptions, current: CurrentSession, environment: HookEnvironment): SessionHooks {
  const { project, owned, shellEnv } = options;
  const { projectDir, settings } = project;
  const { log, sessionId } = owned;
  const append = (event: NewSessionEvent): void => void log.append(event);
  const runner = new HookRunner({
    config: keptHooks(
      () => settings.current(),
      () => current.skillsInUse,
    ),
    sessionId,
    sessionDir: log.sessionDir,
    projectDir,
    env: () => programEnvironment(shellEnv, settings.current()),
    programEnv: options.env,
    append,
    environment,
  });
  const hooks = new SessionHooks({
    runner,
    append,
    projectDir,
    now: () => ({ cwd: current.cwd, mode: current.mode, title: current.title }),
  });
  log.subscribe((event) => hooks.heard(event));
  return hooks;
}
