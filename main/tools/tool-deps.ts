import type { CommandReading } from '#main/permission/command-reading.ts';
import type { AgentType } from '#main/tool/services/agents.ts';
import type { SavedWorkflow } from '#main/tool/services/workflows.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { ToolName } from '#shared/tool-table.ts';

export type ToolEnv = Readonly<Record<string, string | undefined>>;

/** What the tools of one session need to know of it. */
export interface ToolDeps {
  /** Absolute; paths in it are shown relative to it. */
  readonly projectDir: string;
  /** Whether the facts prove that the command only reads when started in the session's current directory. `false` if unknown. */
  isReadOnlyCommand(command: string): boolean;
  /** More facts about a command started in `cwd` (default: the session's current directory). Default: none. */
  readCommand?(command: string, cwd?: string): CommandReading;
  /** Nobody can answer questions, so tools that only ask aren't offered. Default: false. */
  readonly isNonInteractive?: boolean;
  /** Types of sub-agents that no rule denies. Default: none. */
  agentTypes?(): readonly AgentType[];
  /** Whether there are skills or commands. Default: no. */
  hasSkills?(): boolean;
  /** Whether there is a browser. Default: no. */
  hasBrowser?(): boolean;
  /** Whether the model's server, or one of the settings, searches the web. Default: no. */
  searchesWeb?(): boolean;
  /** Whether the user's settings allow programs to start prompts. Default: no. */
  receivesWebhooks?(): boolean;
  /** Whether searches leave out what git ignores. Default: yes. */
  respectsGitignore?(): boolean;
  /** Whether a language server may run here. Default: no. */
  hasLanguageServer?(): boolean;
  /** Whether the settings allow workflows. Default: no. */
  hasWorkflows?(): boolean;
  /** Workflows from files, now. Default: none. */
  savedWorkflows?(): readonly SavedWorkflow[];
  /** Whether the session has the tool, whatever rules deny: descriptions mention no other. Default: yes. */
  offers?(name: ToolName): boolean;
  /** The tools that scripts can call. Default: none. */
  scriptTools?(): readonly Tool[];
  /** Environment for variables such as `BASH_MAX_TIMEOUT_MS`. Default: the program's own. */
  env?(): ToolEnv;
}

export function toolEnv(deps: Pick<ToolDeps, 'env'>): ToolEnv {
  return deps.env?.() ?? process.env;
}
