import type { PermissionSuggestion, RulesSuggestion } from '#shared/permission/decision.ts';
import { ruleSubject } from '#shared/permission/explain-rule.ts';
import { FILE_COMMANDS } from '#shared/permission/file-commands.ts';
import { isGrave } from '#shared/permission/risks.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import { describeEffects } from '../describe-effects.ts';
import type { Case } from '../layers/case.ts';
import { writtenFor } from './written-for.ts';

export function acceptEdits(): PermissionSuggestion {
  return {
    type: 'setMode',
    mode: 'acceptEdits',
    label: `Accept edits inside the working directories for this session, including ${FILE_COMMANDS}`,
  };
}

const DESTINATIONS: readonly RuleDestination[] = ['session', 'local', 'project', 'user'];

/**
 * Rules as they are written for each destination, with the one that is offered first: the session for what can’t be undone or shows secrets,
 * otherwise the given one.
 */
export function rulesSuggestion(rules: readonly string[], otherwise: 'session' | 'local', at: Case): RulesSuggestion {
  const destination = isGrave(describeEffects(at.facts, at.paths).risk) ? 'session' : otherwise;
  const writtenIn = (where: RuleDestination): string[] => rules.flatMap((one) => writtenFor(one, where, at));
  const offered = writtenIn(destination);
  const others = DESTINATIONS.flatMap((where): [RuleDestination, string[]][] => {
    const written = writtenIn(where);
    return written.join('\0') === offered.join('\0') ? [] : [[where, written]];
  });
  return {
    type: 'addRules',
    rules: offered,
    ...(others.length > 0 && { otherwise: Object.fromEntries(others) }),
    destination,
    label: [...offered.map((one) => ruleSubject(one, 'allow')), ...(coversKeys(offered, at) ? ['also files with keys in it'] : [])].join(
      '; ',
    ),
  };
}

/** A rule for a folder, where the call's own files have keys beside them. */
function coversKeys(rules: readonly string[], { paths }: Case): boolean {
  return paths.some(({ nearKeys }) => nearKeys) && rules.some((rule) => /^Read\(.*\/\*\*\)$/su.test(rule));
}

export function directoriesSuggestion(directories: readonly string[]): PermissionSuggestion {
  const kind = directories.length === 1 ? 'a working directory' : 'working directories';
  return { type: 'addDirectories', directories: [...directories], label: `Treat ${directories.join(', ')} as ${kind}` };
}
