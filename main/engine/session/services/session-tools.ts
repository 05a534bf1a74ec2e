import type { SessionHooks } from '#main/agent/session/session-hooks.ts';
import type { SessionBrowser } from '#main/browser/session-browser.ts';
import type { LanguageService } from '#main/tool/services/language-service.ts';
import type { ToolServices } from '#main/tool/services/tool-services.ts';
import { SessionScripts } from '#main/script/session-scripts.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import { getTools, presetTools, SIMPLE_TOOLS } from '#main/tool/registry.ts';
import type { Tool } from '#main/tool/tool.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { Worktrees } from '#main/worktrees/worktrees.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { agentSettings } from './agent-settings.ts';
import { toolRow } from '#shared/tool-table.ts';
import { offeredAgentTypes } from './agent-types.ts';
import type { CurrentSession } from '../current-session.ts';
import { HookedWorktrees } from './hooked-worktrees.ts';
import type { OpenSessionOptions } from '../open-session-options.ts';
import type { SessionPermissions } from '../session-permissions.ts';
import { canHaveBrowser, sessionBrowser } from './session-browser.ts';
import { sessionWeb } from './session-web.ts';

interface SessionToolsParts {
  readonly current: CurrentSession;
  readonly permissions: SessionPermissions;
  readonly terminals: ToolServices['terminals'];
  readonly languages: LanguageService;
  readonly hooks: SessionHooks;
  readonly agentDefinitions: () => readonly AgentDefinition[];
  readonly simple: boolean;
}

export interface SessionTools {
  readonly services: ToolServices;
  readonly browser: SessionBrowser;
  readonly scripts: SessionScripts;
  /** All built-in tools. */
  readonly all: readonly Tool[];
  /** Those that this session may use. */
  readonly tools: readonly Tool[];
}

/** How the session's agent notifies the person, where there are windows. */
function notifierOf({ notices, project, owned }: OpenSessionOptions): Pick<ToolServices, 'notifier'> {
  if (!notices) return {};
  const { sessionId } = owned;
  const { projectDir, settings } = project;
  return {
    notifier: {
      notify: async (text, signal) =>
        settings.current().agentPushNotifEnabled ? notices.show({ sessionId, projectDir, text }, signal) : 'config_off',
    },
  };
}

export function sessionTools(options: OpenSessionOptions, parts: SessionToolsParts): SessionTools {
  const { project, permissionEngine, ripgrepPath } = options;
  const { current, permissions, terminals, languages, hooks, agentDefinitions, simple } = parts;
  const { isReadOnlyCommand, readCommand, mayRead } = permissions;
  const web = sessionWeb(options, permissions);
  const browser = sessionBrowser(options, web);
  const scripts = new SessionScripts();
  const services: ToolServices = {
    terminals,
    languages,
    plainText: plainTextFiles,
    search: { ripgrepPath },
    isReadOnlyCommand,
    mayRead,
    worktrees: new HookedWorktrees({
      worktrees: new Worktrees({ projectDir: project.projectDir, env: options.env }),
      hooks,
      homeDir: options.homeDir,
      stateDir: options.stateDir,
    }),
    askTaskHooks: (event, task, context) => hooks.askAboutTask(event, task, context),
    web,
    browser,
    settings: agentSettings(project.settings),
    ...notifierOf(options),
    savedWorkflows: () => project.settings.current().workflows,
    scripts,
  };
  // A copy, since each read of `process.env` is a system call.
  const env = { ...options.env };
  const all = getAllTools({
    projectDir: project.projectDir,
    isNonInteractive: options.isNonInteractive,
    isReadOnlyCommand: (command) => isReadOnlyCommand(command, current.cwd),
    readCommand: (command, cwd = current.cwd) => readCommand(command, cwd),
    hasLanguageServer: () => !simple && languages.isOffered,
    agentTypes: () => offeredAgentTypes(agentDefinitions(), permissionEngine, permissions.context()),
    hasSkills: () => !simple && project.settings.current().skills.length > 0,
    hasBrowser: () => canHaveBrowser(options),
    searchesWeb: () => project.settings.current().searchServer !== undefined || (options.client.searchesWeb?.() ?? false),
    receivesWebhooks: () => options.webhooks !== undefined && project.settings.current().webhookPort !== undefined,
    respectsGitignore: () => project.settings.current().respectGitignore,
    hasWorkflows: () => !simple && !project.settings.current().disableWorkflows,
    savedWorkflows: () => project.settings.current().workflows,
    offers: (wanted) => tools.some((tool) => tool.name === wanted && tool.isEnabled()),
    scriptTools: () => {
      const permission = permissions.context();
      return getTools(
        tools.filter(({ name }) => toolRow(name)?.inScripts),
        { isHidden: (name) => permissionEngine.isHidden(name, permission) },
      );
    },
    env: () => ({ ...env, ...project.settings.current().env }),
  });
  const tools = presetTools(all, options.tools ?? (simple ? SIMPLE_TOOLS : undefined));
  return { services, browser, scripts, all, tools };
}
