import { join } from 'node:path';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/context.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { searchPathOf } from '#main/terminal/shell-launch.ts';
import { PLAN_FOLDER } from '#main/tools/exit-plan-mode/plan-file.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { SessionView } from '#shared/session/view.ts';

/** All that a snapshot is made of. Each field's value stays the very same for as long as it says the same. */
export interface PermissionFacts
  extends
    Pick<SessionView, 'mode' | 'sessionRules' | 'directories'>,
    Pick<ToolPermissionContext, 'projectDir' | 'homeDir' | 'stateDir' | 'prePlanMode'> {
  readonly settings: LoadedSettings;
  readonly sessionDir: string;
  readonly isBypassAvailable: boolean;
  readonly isNonInteractive: boolean;
  readonly isAutoAvailable: boolean;
  /** The `PATH` of commands; `undefined` where none is looked for. */
  readonly commandPath: string | undefined;
}

/** The snapshot that decisions are made against, from the settings files as they are now and the session's own rules. */
export function permissionContextOf(facts: PermissionFacts): ToolPermissionContext {
  const { settings } = facts;
  return makePermissionContext({
    mode: facts.mode,
    rules: [...settings.rules, ...sessionRuleEntries(facts.sessionRules, settings.managedRulesOnly)],
    projectDir: facts.projectDir,
    homeDir: facts.homeDir,
    stateDir: facts.stateDir,
    additionalWorkingDirectories: [...settings.additionalDirectories, ...facts.directories],
    isBypassPermissionsModeAvailable: facts.isBypassAvailable && !settings.bypassDisabled,
    isAutoModeAvailable: facts.isAutoAvailable,
    shouldAvoidPermissionPrompts: facts.isNonInteractive,
    // Auto mode is chosen for not being asked: a card for every call, gone a moment later, would only distract.
    awaitAutomatedChecksBeforeDialog: true,
    prePlanMode: facts.prePlanMode,
    networkReads: settings.networkReads,
    searchPath: facts.commandPath === undefined ? [] : searchPathOf(facts.commandPath),
    // Its results, its terminals' output and its plan; not its log.
    readableDirs: ['tool-results', 'terminals', PLAN_FOLDER].map((folder) => join(facts.sessionDir, folder)),
  });
}

/**
 * `permissionContextOf` what `facts` says now, made anew only when some of it has changed: each call asks for it many times, and there may
 * be thousands of rules.
 */
export function keptPermissionContext(facts: () => PermissionFacts): () => ToolPermissionContext {
  let latest: { readonly facts: PermissionFacts; readonly context: ToolPermissionContext } | undefined;
  return () => {
    const now = facts();
    if (!latest || !isSame(latest.facts, now)) latest = { facts: now, context: permissionContextOf(now) };
    return latest.context;
  };
}

function isSame(before: PermissionFacts, now: PermissionFacts): boolean {
  const fieldsBefore: Readonly<Record<string, unknown>> = { ...before };
  return Object.entries(now).every(([name, value]) => fieldsBefore[name] === value);
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
