import { join } from 'node:path';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { agentMemoryFolder } from '#main/settings/memory/memory-folder.ts';
import { linkOf } from '#main/settings/memory/read-memory.ts';
import { skillRules } from './services/skill-rules.ts';
import { searchPathOf } from '#main/terminal/shell-launch.ts';
import { PLAN_FOLDER } from '#main/tools/exit-plan-mode/plan-file.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';

/** Rules that are never about reading a file, whatever their specifier is. */
const NEVER_ABOUT_FILES = /^\s*(?:Bash|PowerShell|Monitor|WebFetch|WebSearch|Agent|Task|Skill)\s*(?:\(|$)|^\s*mcp__/u;

const hiding = new WeakMap<ToolPermissionContext['rules'], boolean>();

/** Whether a deny rule or a setting keeps any file from being read. */
export function hidesFiles({ blocksOutside, rules }: ToolPermissionContext): boolean {
  return blocksOutside.reads || (hiding.get(rules) ?? rememberHiding(rules));
}

function rememberHiding(rules: ToolPermissionContext['rules']): boolean {
  const hides = rules.some((rule) => rule.behavior === 'deny' && !NEVER_ABOUT_FILES.test(rule.text));
  hiding.set(rules, hides);
  return hides;
}

/** Whether no deny rule covers reading this file, and no setting blocks it. Search tools leave covered files out of their results. */
export function mayRead(
  engine: PermissionEngine,
  context: ToolPermissionContext,
  { path, realPath, cwd = context.projectDir }: { readonly path: string; readonly realPath?: string | undefined; readonly cwd?: string },
): boolean {
  // Called for each file a search finds, and most sessions have no deny rule about files.
  return !hidesFiles(context) || !engine.refusesReading(path, cwd, context, realPath);
}

/** Everything a snapshot is made of. A field keeps its identity while its value is unchanged. */
export interface PermissionFacts
  extends
    Pick<SessionView, 'mode' | 'sessionRules' | 'directories' | 'skillsInUse'>,
    Pick<ToolPermissionContext, 'projectDir' | 'settingsDir' | 'homeDir' | 'stateDir' | 'prePlanMode' | 'commandPlace'> {
  readonly settings: LoadedSettings;
  readonly sessionDir: string;
  readonly isBypassAvailable: boolean;
  readonly isNonInteractive: boolean;
  readonly isAutoAvailable: boolean;
  /** The `PATH` of commands; `undefined` when none is used. */
  readonly commandPath: string | undefined;
}

/** The snapshot decisions are made against, from the current settings files and the session's own rules. */
export function permissionContextOf(facts: PermissionFacts): ToolPermissionContext {
  const { settings } = facts;
  return makePermissionContext({
    mode: facts.mode,
    rules: [
      ...settings.rules,
      ...sessionRuleEntries(facts.sessionRules, settings.managedRulesOnly),
      ...skillRules(facts.skillsInUse, settings, undefined),
    ],
    projectDir: facts.projectDir,
    settingsDir: facts.settingsDir,
    homeDir: facts.homeDir,
    stateDir: facts.stateDir,
    additionalWorkingDirectories: [...settings.additionalDirectories, ...facts.directories],
    isBypassPermissionsModeAvailable: facts.isBypassAvailable && !settings.bypassDisabled,
    isAutoModeAvailable: facts.isAutoAvailable,
    shouldAvoidPermissionPrompts: facts.isNonInteractive,
    // People choose auto mode to avoid being asked: a card for every call that disappears a moment later would only distract.
    awaitAutomatedChecksBeforeDialog: true,
    prePlanMode: facts.prePlanMode,
    commandPlace: facts.commandPlace,
    networkReads: settings.networkReads,
    blocksOutside: settings.blocksOutside,
    searchPath: facts.commandPath === undefined ? [] : searchPathOf(facts.commandPath),
    // Its tool results, terminal output and plan, not its log; the agent's notes; and the files of plugins, which their skills refer to.
    readableDirs: [
      ...['tool-results', 'terminals', PLAN_FOLDER].map((folder) => join(facts.sessionDir, folder)),
      ...noteFolders(settings, facts.projectDir),
      ...settings.plugins.active.map(({ root }) => root),
    ],
  });
}

/** Where the agents' notes are. A link isn't followed: it would make everything behind it readable. */
function noteFolders({ memoryFolder, agents, paths }: LoadedSettings, projectDir: string): string[] {
  if (memoryFolder === undefined) return [];
  const own = agents.filter(({ memory }) => memory === 'user');
  const folders = own.map(({ name }) => agentMemoryFolder('user', name, { projectDir, userSettings: paths.user }));
  return [memoryFolder, ...folders].filter((folder) => linkOf(folder) === undefined);
}

/**
 * `permissionContextOf` the current `facts`, recomputed only when one of them has changed: each call reads it many times, and there may be
 * thousands of rules.
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

/** Rules that last as long as the session, in the form the engine and the rule list use. */
export function sessionRuleEntries(rules: SessionView['sessionRules'], managedRulesOnly: boolean): RuleEntry[] {
  return rules.map(({ behavior, text, unseen }, index) => ({
    id: `session:${behavior}:${index}`,
    behavior,
    source: 'session',
    text,
    ...(unseen !== undefined && { unseen }),
    ...(managedRulesOnly && behavior === 'allow' && { inert: 'Only your administrator’s allow rules count.' }),
  }));
}
