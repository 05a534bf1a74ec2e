import { rgPath } from '@vscode/ripgrep';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { localPtys } from '#main/terminal/pty/local-pty.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import type { ToolServices } from '#main/tool/services.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import type { TestSession } from './test-session.ts';

/** Every built-in tool with real terminals and ripgrep, for `TestSession.equip`. */
export function realTools(engine: PermissionEngine, terminals: { readonly stallMs?: number } = {}) {
  return (it: TestSession) => {
    const isReadOnlyCommand = (command: string, cwd: string) => engine.isReadOnlyCommand(command, cwd, it.permissionContext);
    const services: ToolServices = {
      terminals: createTerminalService({
        ptys: localPtys,
        sessionDir: it.sessionDir,
        env: () => ({ ...process.env, HOME: it.project.homeDir }),
        onData: () => undefined,
        ...terminals,
      }),
      plainText: plainTextFiles,
      search: { ripgrepPath: rgPath },
      isReadOnlyCommand,
      mayRead: () => true,
    };
    const { projectDir } = it.project;
    return {
      services,
      tools: getAllTools({ projectDir, isReadOnlyCommand: (command) => isReadOnlyCommand(command, it.session?.cwd ?? projectDir) }),
    };
  };
}
