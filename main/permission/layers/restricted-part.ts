import type { TraceEntry } from '#shared/permission/decision.ts';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import type { Case } from './case.ts';
import { reachingRule } from './file-rules.ts';

const VERBS: Readonly<Record<PathFact['access'], string>> = {
  read: 'read',
  list: 'read',
  enter: 'read',
  mention: 'read',
  write: 'change',
  delete: 'delete',
};

/** Of the commands of a line, what one does, or may do, that the rule which made the line ask denies or asks about; otherwise `undefined`. */
export function restrictedPart(command: CommandFact, { rule, subject, maybe }: TraceEntry, at: Case): string | undefined {
  if (rule === undefined) return undefined;
  const isDeny = rule.behavior === 'deny';
  const rules = `what ${rule.text} ${isDeny ? 'denies' : 'asks about'}.`;
  const set = rule.behavior === 'deny' ? at.rules.deny : at.rules.ask;
  for (const fact of command.paths) {
    const hit = reachingRule(set, fact, at);
    if (hit?.rule.entry.text === rule.text) return `It ${hit.sure ? `${VERBS[fact.access]}s` : `may ${VERBS[fact.access]}`} ${rules}`;
  }
  if (command.text !== subject) return undefined;
  if (maybe === true) return `${rule.text} may ${isDeny ? 'deny' : 'ask about'} it.`;
  return `${rule.text} ${isDeny ? 'denies' : 'asks about'} it.`;
}
