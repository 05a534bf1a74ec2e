import { join } from 'node:path';
import type { AgentSession } from '#main/agent/agent-session.ts';
import type { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/context.ts';
import { PLAN_FOLDER } from '#main/tools/exit-plan-mode/plan-file.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { UserShells } from '#main/terminal/user-shells.ts';
import type { createTerminalService } from '#main/terminal/terminal-service.ts';
import type { FileCompletion } from './file-completion.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { SessionView } from '#shared/session/view.ts';

/** One open session with what belongs to it alone. */
export interface SessionRoom {
  readonly session: AgentSession;
  readonly terminals: ReturnType<typeof createTerminalService>;
  /** Shells the person opened beside it. */
  readonly userShells: UserShells;
  readonly checkpoints: SessionCheckpoints;
  /** What “@” may name. */
  readonly files: FileCompletion;
  /** Why auto mode can't be had now; `undefined` when it can. */
  autoRefusal(): string | undefined;
  /** What the session writes is on disk, its commands are gone, its lock is free. */
  dispose(): Promise<void>;
}

export interface PermissionFacts {
  readonly settings: LoadedSettings;
  readonly view: Pick<SessionView, 'mode' | 'sessionRules' | 'directories'>;
  readonly projectDir: string;
  readonly homeDir: string;
  readonly stateDir: string;
  readonly sessionDir: string;
  readonly isBypassAvailable: boolean;
  readonly isNonInteractive: boolean;
  readonly isAutoAvailable: boolean;
  readonly prePlanMode: PermissionMode | undefined;
  readonly searchPath: readonly string[];
}

/** The snapshot that decisions are made against, from the settings files as they are now and the session's own rules. */
export function permissionContextOf(facts: PermissionFacts): ToolPermissionContext {
  const { settings, view } = facts;
  const rules: RuleEntry[] = [...settings.rules, ...sessionRuleEntries(view.sessionRules, settings.managedRulesOnly)];
  return makePermissionContext({
    mode: view.mode,
    rules,
    projectDir: facts.projectDir,
    homeDir: facts.homeDir,
    stateDir: facts.stateDir,
    additionalWorkingDirectories: [...settings.additionalDirectories, ...view.directories],
    isBypassPermissionsModeAvailable: facts.isBypassAvailable && !settings.bypassDisabled,
    isAutoModeAvailable: facts.isAutoAvailable,
    shouldAvoidPermissionPrompts: facts.isNonInteractive,
    // Auto mode is chosen for not being asked: a card for every call, gone a moment later, would only distract.
    awaitAutomatedChecksBeforeDialog: true,
    prePlanMode: facts.prePlanMode,
    searchPath: facts.searchPath,
    // Its results, its terminals' output and its plan; not its log.
    readableDirs: ['tool-results', 'terminals', PLAN_FOLDER].map((folder) => join(facts.sessionDir, folder)),
  });
}

/** Rules that live as long as the session, as the engine and the rule list want them. */
export function sessionRuleEntries(rules: SessionView['sessionRules'], managedRulesOnly: boolean): RuleEntry[] {
  return rules.map(({ behavior, text }, index) => ({
    id: `session:${behavior}:${index}`,
    behavior,
    source: 'session',
    text,
    ...(managedRulesOnly && behavior === 'allow' && { inert: 'Your administrator lets only managed allow rules count.' }),
  }));
}
