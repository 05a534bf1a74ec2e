import type { NoRule } from '#shared/permission/decision.ts';
import { mayShowSecrets } from '../describe-effects.ts';
import type { Case } from '../layers/case.ts';
import { hasOthersRights } from './suggest-command-rule.ts';

/** Why `suggest` offers no rule for a call; `undefined` where that isn’t its own choice. */
export function whyNoRule({ facts, paths }: Case): NoRule | undefined {
  const commands = facts.shell?.commands ?? [];
  if (commands.some(({ program }) => hasOthersRights(program))) return 'otherUser';
  if (mayShowSecrets(facts, paths)) return 'secrets';
  if (paths.some(({ access, unresolved }) => unresolved && access !== 'mention')) return 'hiddenTarget';
  return commands.some(({ opaqueCode }) => opaqueCode) ? 'anyCode' : undefined;
}
