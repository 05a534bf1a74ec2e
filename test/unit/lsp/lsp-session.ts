import { LanguageServers, type LanguageServersOptions } from '#main/lsp/language-servers.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { signalGroup } from '#main/terminal/process-group.ts';
import { createLspTool } from '#main/tools/lsp/lsp-tool.ts';
import type { LanguageServerSettings } from '#shared/settings/language-server-settings.ts';
import { toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

export interface LspSessionOptions {
  readonly engine: PermissionEngine;
  readonly files: Readonly<Record<string, string>>;
  /** By name, in the session's project. */
  readonly configured: (projectDir: string) => Readonly<Record<string, LanguageServerSettings>>;
  readonly path?: string | undefined;
}

/** Signals the process group of a server, without the marks of the sandbox. */
export const unmarkedProcesses: LanguageServersOptions['processes'] = {
  mark: () => ({}),
  signal: (pid, _id, signal) => {
    signalGroup(pid, signal);
    return Promise.resolve();
  },
};

/** A session whose files have language servers. Reading files below `secret/` is denied. */
export async function lspSession(options: LspSessionOptions, ...answers: Parameters<typeof MessagesServer.start>) {
  const { engine, files, configured, path = process.env['PATH'] ?? '' } = options;
  const server = await MessagesServer.start(...answers);
  const opened: LanguageServers[] = [];
  const it = new TestSession({
    url: server.url,
    engine,
    files,
    equip: (session) => {
      const { projectDir } = session.project;
      const servers = configured(projectDir);
      const languages = new LanguageServers({
        projectDir,
        configured: () => servers,
        isTrusted: () => true,
        env: () => ({ PATH: path }),
        mayRead: (file) => !file.includes('/secret/'),
        hidesFiles: () => true,
        processes: unmarkedProcesses,
      });
      opened.push(languages);
      const { tools, services } = realTools(engine)(session);
      const lsp = createLspTool({ projectDir, isReadOnlyCommand: () => false, hasLanguageServer: () => languages.isOffered });
      return { tools: [...tools.filter(({ name }) => name !== 'LSP'), lsp], services: { ...services, languages } };
    },
  });
  return {
    it,
    server,
    [Symbol.asyncDispose]: async () => {
      await it[Symbol.asyncDispose]();
      await Promise.all(opened.map((languages) => languages.dispose()));
      await server[Symbol.asyncDispose]();
    },
  };
}

export const lsp = (id: string, input: Record<string, unknown>) => toolUse(id, 'LSP', { filePath: 'src/a.ts', ...input });
export const resultOf = (it: TestSession, callId: string) => it.all('call.finished').find((call) => call.callId === callId)?.content;
