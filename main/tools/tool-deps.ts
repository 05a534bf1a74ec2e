import type { AgentType } from '#main/tool/agents.ts';

export type ToolEnv = Readonly<Record<string, string | undefined>>;

/** What the tools of one session are made with. */
export interface ToolDeps {
  /** Absolute; paths in it are shown relative to it. */
  readonly projectDir: string;
  /** True exactly when the facts say that the command only reads, started where the session stands now. Unknown = false. */
  isReadOnlyCommand(command: string): boolean;
  /** Nobody can answer: tools that only ask are not offered. A person is there unless given. */
  readonly isNonInteractive?: boolean;
  /** Kinds of sub-agents that no rule denies; none unless given. */
  agentTypes?(): readonly AgentType[];
  /** Where `BASH_MAX_TIMEOUT_MS` and the like are looked up; the program's own environment when left out. */
  env?(): ToolEnv;
}

export function toolEnv(deps: Pick<ToolDeps, 'env'>): ToolEnv {
  return deps.env?.() ?? process.env;
}
