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
  const rules = `what ${rule.text} ${rule.behavior === 'deny' ? 'denies' : 'asks about'}.`;
  const set = rule.behavior === 'deny' ? at.rules.deny : at.rules.ask;
  for (const fact of command.paths) {
    const hit = reachingRule(set, fact, at);
    if (hit?.rule.entry.text === rule.text) return `It ${hit.sure ? `${VERBS[fact.access]}s` : `may ${VERBS[fact.access]}`} ${rules}`;
  }
  if (command.text !== subject) return undefined;
  return `It ${maybe === true ? 'may be' : 'is'} ${rules}`;
}
