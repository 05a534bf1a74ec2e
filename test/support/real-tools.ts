import { rgPath } from '@vscode/ripgrep';
import { SessionScripts } from '#main/script/session-scripts.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { localPtys } from '#main/terminal/pty/local-pty.ts';
import { noWeb } from './no-web.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import type { ToolServices } from '#main/tool/services/tool-services.ts';
import { SCRIPT_TOOL_NAMES } from '#shared/tool-table.ts';
import type { Tool } from '#main/tool/tool.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import type { TestSession } from './test-session.ts';

/** Every built-in tool with real terminals and ripgrep, for `TestSession.equip`. */
export function realTools(
  engine: PermissionEngine,
  terminals: { readonly stallMs?: number } = {},
  env: Readonly<Record<string, string>> = {},
) {
  return (fixture: TestSession) => {
    const isReadOnlyCommand = (command: string, cwd: string) => engine.isReadOnlyCommand(command, cwd, fixture.permissionContext);
    const services: ToolServices = {
      terminals: createTerminalService({
        ptys: localPtys,
        sessionDir: fixture.sessionDir,
        env: () => ({ ...process.env, HOME: fixture.project.homeDir }),
        onData: () => undefined,
        ...terminals,
      }),
      plainText: plainTextFiles,
      web: noWeb,
      search: { ripgrepPath: rgPath },
      isReadOnlyCommand,
      mayRead: () => true,
      scripts: new SessionScripts(),
    };
    const { projectDir } = fixture.project;
    const tools: readonly Tool[] = getAllTools({
      projectDir,
      scriptTools: () => tools.filter(({ name }) => SCRIPT_TOOL_NAMES.includes(name)),
      env: () => ({ ...process.env, ...env }),
      searchesWeb: () => true,
      hasBrowser: () => true,
      receivesWebhooks: () => true,
      hasSkills: () => true,
      hasWorkflows: () => true,
      isReadOnlyCommand: (command) => isReadOnlyCommand(command, fixture.session?.cwd ?? projectDir),
      readCommand: (command, cwd) => engine.readCommand(command, cwd ?? fixture.session?.cwd ?? projectDir, fixture.permissionContext),
    });
    return { services, tools };
  };
}
