import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import { explainRule } from '#shared/permission/explain-rule.ts';

/** What the mode allows besides the edit tools. */
const FILE_COMMANDS = 'touch, mkdir, cp, mv, rm, rmdir, sed -i and redirections';

export function acceptEdits(): PermissionSuggestion {
  return {
    type: 'setMode',
    mode: 'acceptEdits',
    label: `Accept edits inside the working directories for this session, and there also ${FILE_COMMANDS}.`,
  };
}

export function rulesSuggestion(rules: readonly string[], destination: 'session' | 'local'): PermissionSuggestion {
  return { type: 'addRules', rules: [...rules], destination, label: rules.map((one) => explainRule(one, 'allow')).join(' ') };
}

export function directoriesSuggestion(directories: readonly string[]): PermissionSuggestion {
  const kind = directories.length === 1 ? 'a working directory' : 'working directories';
  return { type: 'addDirectories', directories: [...directories], label: `Treat ${directories.join(', ')} as ${kind}.` };
}
