import type { CallFacts } from '#shared/permission/facts.ts';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { hostMatches } from '../web/host.ts';
import type { ActiveRule, RuleSet } from './rule-set.ts';

/** Matches rules about other input than paths and commands: domains, agents, skills, single fields. */
export function matchInput(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  return matchParam(set, facts) ?? matchDomain(set, facts) ?? matchTarget(set, facts);
}

function matchParam(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  return set.params.find(({ parsed: { tool, body } }) => {
    if (
      body.kind !== 'param' ||
      !(tool === facts.toolName || (tool.startsWith('mcp__') && tool.includes('*') && matchesWildcard(tool, facts.toolName)))
    )
      return false;
    const value = Object.hasOwn(facts.scalars, body.name) ? facts.scalars[body.name] : undefined;
    return value !== undefined && matchesWildcard(body.value, value);
  });
}

function matchDomain(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  const host = facts.web?.host;
  if (host === undefined || host === '') return undefined;
  return set.domains.find(({ parsed: { body } }) => body.kind === 'domain' && hostMatches(body.host, host));
}

function matchTarget(set: RuleSet, facts: CallFacts): ActiveRule | undefined {
  const target = facts.target;
  if (target === undefined) return undefined;
  const args = facts.scalars['args'] ?? '';
  return set.targets.find(({ parsed: { tool, body } }) => {
    if (tool !== facts.toolName || body.kind !== 'target') return false;
    if (body.name !== target) return false;
    return set.behavior !== 'allow' || tool !== 'Skill' || body.withArgs || args.trim() === '';
  });
}
