import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { mistakenRule } from '#shared/permission/grammar.ts';
import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { CHOSEN_MODES, type PermissionUpdate } from '#shared/permission/permission-update.ts';
import { RULE_BEHAVIORS, type RuleDestination, type RuleSource } from '#shared/permission/rule.ts';
import { isInside } from '#main/tool/is-inside.ts';

const DESTINATIONS: Readonly<Record<string, RuleDestination>> = {
  session: 'session',
  localSettings: 'local',
  projectSettings: 'project',
  userSettings: 'user',
};
const MAX_UPDATES = 50;

const destination = z.string();
const behavior = z.enum(RULE_BEHAVIORS);
const rules = z
  .array(z.looseObject({ toolName: z.string().min(1), ruleContent: z.string().optional() }))
  .min(1)
  .max(MAX_UPDATES);
const directories = z.array(z.string().min(1).max(4096)).min(1).max(MAX_UPDATES);

/** An update in Claude Code's format. */
const updateSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('addRules'), behavior, rules, destination }),
    z.looseObject({ type: z.literal('removeRules'), behavior, rules, destination }),
    z.looseObject({ type: z.literal('replaceRules'), behavior, rules, destination }),
    z.looseObject({ type: z.literal('addDirectories'), directories, destination }),
    z.looseObject({ type: z.literal('removeDirectories'), directories, destination }),
    z.looseObject({ type: z.literal('setMode'), mode: z.string(), destination }),
  ]),
);
type HookUpdate = z.output<typeof updateSchema>;

/** Entries are parsed one by one; unknown ones are skipped and reported. */
export const permissionUpdatesSchema = z.array(z.looseObject({ type: z.string() })).max(MAX_UPDATES);

/** Suggestions in Claude Code's format, which a hook may return as `updatedPermissions`. */
export function suggestedUpdates(suggestions: readonly PermissionSuggestion[]): object[] {
  return suggestions.map((one) => {
    switch (one.type) {
      case 'addRules':
        return { type: 'addRules', rules: one.rules.map(splitRule), behavior: 'allow', destination: nameOf(one.destination) };
      case 'setMode':
        return { type: 'setMode', mode: one.mode, destination: 'session' };
      case 'addDirectories':
        return { type: 'addDirectories', directories: one.directories, destination: 'session' };
    }
  });
}

/** Which source the update comes from, and the folders its paths refer to. */
export interface UpdatesFrom {
  readonly hook: RuleSource;
  readonly mode: PermissionMode;
  readonly projectDir: string;
  readonly homeDir: string;
  readonly stateDir: string;
}

export interface UnderstoodUpdates {
  readonly updates: readonly PermissionUpdate[];
  /** Skipped updates and why, a phrase each. */
  readonly passedOver: readonly string[];
}

/**
 * Interprets a hook's `updatedPermissions`. A hook may grant what the user could with the same answer, and may revoke allow rules; deny
 * and ask rules it can only add. Updates from a repository's hook apply only to its own folder.
 */
export function understoodUpdates(given: readonly unknown[], from: UpdatesFrom): UnderstoodUpdates {
  const updates: PermissionUpdate[] = [];
  const passedOver: string[] = [];
  for (const one of given) {
    const parsed = updateSchema.safeParse(one);
    const understood = parsed.success ? understand(parsed.data, from) : 'an update of an unknown shape';
    if (typeof understood === 'string') passedOver.push(understood);
    else updates.push(understood);
  }
  return { updates, passedOver };
}

/** The update, or why it is skipped. */
function understand(update: HookUpdate, from: UpdatesFrom): PermissionUpdate | string {
  const to = Object.hasOwn(DESTINATIONS, update.destination) ? DESTINATIONS[update.destination] : undefined;
  if (to === undefined) return `${update.type} for an unknown destination`;
  if (to === 'user' && (from.hook === 'project' || from.hook === 'local'))
    return `${update.type} for your own settings by a hook of the project’s`;
  switch (update.type) {
    case 'setMode':
      return chosenMode(update.mode, to, from.mode);
    case 'addDirectories': {
      const folders = update.directories.map((folder) => absolute(folder, from));
      const unfit = folders.map((folder) => whyNotWorkingDirectory(folder, from)).find((why) => why !== undefined);
      return unfit ?? { type: 'add_directories', directories: folders, destination: to };
    }
    case 'removeDirectories':
      return { type: 'remove_directories', directories: update.directories.map((folder) => absolute(folder, from)), destination: to };
    default:
      return changedRules(update, to);
  }
}

function changedRules(
  { type, behavior: which, rules: given }: Extract<HookUpdate, { rules: unknown }>,
  to: RuleDestination,
): PermissionUpdate | string {
  const texts = given.map(({ toolName, ruleContent }) => (ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`));
  if (type !== 'addRules' && which !== 'allow') return `${type}: a hook takes away no ${which} rules`;
  if (type === 'removeRules') return { type: 'remove_rules', behavior: 'allow', rules: texts, destination: to };
  const mistaken = mistakenRule(texts, which);
  if (mistaken !== undefined) return `the rule ${mistaken.text}, which has a mistake`;
  return type === 'addRules'
    ? { type: 'add_rules', behavior: which, rules: texts, destination: to }
    : { type: 'replace_rules', behavior: 'allow', rules: texts, destination: to };
}

function chosenMode(wanted: string, to: RuleDestination, mode: PermissionMode): PermissionUpdate | string {
  const chosen = CHOSEN_MODES.find((one) => one === wanted);
  if (chosen === undefined) return `the mode ${wanted}, which only a person chooses`;
  if (to !== 'session') return `the mode ${chosen} in a settings file`;
  if (mode === 'plan') return `the mode ${chosen}: plan mode ends with a plan`;
  return { type: 'set_mode', mode: chosen };
}

/** Resolves a folder as in settings files: relative to the project, or to the home folder with “~/”. */
function absolute(folder: string, { projectDir, homeDir }: UpdatesFrom): string {
  return /^~(?:[/\\]|$)/u.test(folder) ? resolve(homeDir, folder.slice(2)) : resolve(projectDir, folder);
}

function whyNotWorkingDirectory(folder: string, { homeDir, stateDir }: UpdatesFrom): string | undefined {
  const real = realPath(folder);
  if (real === undefined || !statSync(real).isDirectory()) return `${folder} as a working directory, as there is no such folder`;
  const holds = [homeDir, stateDir].some((place) => isInside(realPath(place) ?? place, real));
  return holds ? `${folder} as a working directory, as it holds your home folder or Gatehouse’s own` : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    // It doesn't exist: the caller says so.
    return undefined;
  }
}

function splitRule(text: string): { readonly toolName: string; readonly ruleContent?: string } {
  const [, toolName = text, ruleContent] = /^([^(]+)\((.*)\)$/su.exec(text) ?? [];
  return { toolName, ...(ruleContent !== undefined && { ruleContent }) };
}

function nameOf(place: RuleDestination): string {
  return Object.entries(DESTINATIONS).find(([, ours]) => ours === place)?.[0] ?? 'session';
}
