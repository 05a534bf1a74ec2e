import { randomBytes } from 'node:crypto';
import type { ReadingRules } from '#main/lsp/new-problems.ts';
import { LanguageServers } from '#main/lsp/language-servers.ts';
import { signalGroup, signalMarked, TERMINAL_MARK } from '#main/terminal/process-group.ts';
import { programEnvironment } from '#main/tool/program-environment.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';

/** The language servers of a session. They carry the same mark as commands. */
export function sessionLanguages({ project, shellEnv }: OpenSessionOptions, { mayRead, hidesFiles }: ReadingRules): LanguageServers {
  const prefix = randomBytes(8).toString('hex');
  const settings = () => project.settings.current();
  return new LanguageServers({
    projectDir: project.projectDir,
    configured: () => settings().languageServers,
    isTrusted: () => settings().trusted,
    env: () => programEnvironment(shellEnv, settings()),
    mayRead,
    hidesFiles,
    processes: {
      mark: (id) => ({ [TERMINAL_MARK]: `${prefix}-${id}` }),
      signal: async (pid, id, signal) => {
        signalGroup(pid, signal);
        await signalMarked(`${prefix}-${id}`, signal);
      },
    },
  });
}
