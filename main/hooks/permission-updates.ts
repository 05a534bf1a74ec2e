import { z } from 'zod';
import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import type { RuleDestination, RuleSource } from '#shared/permission/rule.ts';
import type { AskAnswer } from '#shared/session/ask.ts';

const DESTINATIONS: Readonly<Record<string, RuleDestination>> = {
  session: 'session',
  localSettings: 'local',
  projectSettings: 'project',
  userSettings: 'user',
};
const MAX_RULES = 50;

const ruleSchema = z.looseObject({ toolName: z.string().min(1), ruleContent: z.string().optional() });
const updateSchema = z.looseObject({
  type: z.string(),
  behavior: z.string().optional(),
  destination: z.string().optional(),
  rules: z.array(ruleSchema).max(MAX_RULES).optional(),
  mode: z.string().optional(),
});
export const permissionUpdatesSchema = z.array(updateSchema).max(MAX_RULES);
type PermissionUpdates = z.output<typeof permissionUpdatesSchema>;

/** What a hook is offered to hand back as `updatedPermissions`, as Claude Code writes it. */
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

/**
 * The answer that a hook's `updatedPermissions` amount to: what a person could have answered, and no more. Allow rules for one
 * place, or the mode `acceptEdits`; anything else in the list does nothing. What a repository's hook says never counts beyond its folder.
 */
export function answerWith(updates: PermissionUpdates | undefined, hook: RuleSource): Exclude<AskAnswer, { type: 'deny' }> {
  const adding = (updates ?? []).filter(({ type, behavior }) => type === 'addRules' && behavior === 'allow');
  const destination = DESTINATIONS[adding[0]?.destination ?? ''];
  const isForeign = destination === 'user' && (hook === 'project' || hook === 'local');
  if (destination !== undefined && !isForeign) {
    const rules = adding
      .filter((update) => update.destination === adding[0]?.destination)
      .flatMap((update) =>
        (update.rules ?? []).map(({ toolName, ruleContent }) => (ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`)),
      );
    if (rules.length > 0) return { type: 'allow_always', rules, destination };
  }
  if ((updates ?? []).some(({ type, mode }) => type === 'setMode' && mode === 'acceptEdits'))
    return { type: 'set_mode', mode: 'acceptEdits' };
  return { type: 'allow_once' };
}

function splitRule(text: string): { readonly toolName: string; readonly ruleContent?: string } {
  const [, toolName = text, ruleContent] = /^([^(]+)\((.*)\)$/su.exec(text) ?? [];
  return { toolName, ...(ruleContent !== undefined && { ruleContent }) };
}

function nameOf(destination: RuleDestination): string {
  return Object.entries(DESTINATIONS).find(([, ours]) => ours === destination)?.[0] ?? 'session';
}
