import { dirname, relative } from 'node:path';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { ONLY_EXACTLY } from '#main/permission/layers/coverage.ts';
import type { RuleRow } from '#shared/contract/project.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts, PathFact } from '#shared/permission/facts.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import { earlierDecider, heldBefore } from './held-before.ts';
import { patternProbes } from './pattern-probes.ts';
import { withAllowRule } from './rule-drafts.ts';

type Diagnostic = RuleRow['diagnostics'][number];

interface Decided {
  readonly facts: CallFacts;
  readonly decision: Decision;
}

/**
 * Why none of the commands that an allow rule with a wildcard covers runs, after “Has no effect yet: ”. Undefined where one of several
 * different ones does, or where they ask for different reasons.
 *
 * @param context The rules in force, with this one.
 */
export function whyPatternAsks(rule: ParsedRule, context: ToolPermissionContext, engine: PermissionEngine): string | undefined {
  const decided: Decided[] = [];
  for (const call of patternProbes(rule)) {
    const facts = engine.analyse({ ...call, cwd: context.projectDir }, context);
    const decision = engine.decide(facts, context);
    // One that can’t be read shows nothing: the end of the rule stands where a command would go on.
    if (decision.behavior === 'allow' || (facts.shell?.fragments.length ?? 0) > 0) return undefined;
    decided.push({ facts, decision });
  }
  const [first] = decided;
  if (first === undefined) return undefined;
  if (decided.every(({ decision }) => isOutside(decision))) return outside(first, rule, context, engine);
  const denied = deniedFirst(first.decision);
  if (denied !== undefined) return decided.every(({ decision }) => deniedFirst(decision) === denied) ? denied : undefined;
  const { message } = first.decision;
  // Before another rule that may apply, that it can’t be undone isn’t said.
  const isOther = ({ decision }: Decided): boolean =>
    decision.message !== message && !(message.endsWith(ONLY_EXACTLY) && decision.reason === 'rule');
  if (decided.some(isOther)) return undefined;
  if (message.endsWith(ONLY_EXACTLY)) return message.replace(ONLY_EXACTLY, ', so only an exact rule, without a *, allows it.');
  return decided.every(({ decision }) => heldBefore(decision)) ? message : undefined;
}

/** What to say of a denial, instead of the message that the model reads. */
export function deniedFirst(decision: Decision): string | undefined {
  const rule = earlierDecider(decision);
  return rule?.behavior === 'deny' ? `the deny rule ${rule.text} comes first.` : undefined;
}

/**
 * Of a rule with wildcards within it: that the command which looks just like it still asks, since there the `*` is the shell’s, and may stand
 * for many files that are lost. None where it runs too, or where nothing runs.
 *
 * @param context The rules in force, with this one.
 */
export function literalNotes(rule: ParsedRule, context: ToolPermissionContext, engine: PermissionEngine): readonly Diagnostic[] {
  const [filled] = patternProbes(rule);
  if (filled === undefined || rule.body.kind !== 'command' || rule.body.form !== 'wildcard') return [];
  const decided = (command: string): Decision =>
    engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: context.projectDir }, context), context);
  const { text } = rule.body;
  const literal = decided(text);
  if (literal.behavior === 'allow' || literal.risk !== 'destructive') return [];
  if (decided(String(filled.input['command'])).behavior !== 'allow') return [];
  return [{ severity: 'info', message: `Here * stands for any text; “${text}” itself still asks.` }];
}

function isOutside({ parts }: Decision): boolean {
  return parts.some(({ detail }) => detail?.endsWith(' outside the working directories.') === true);
}

/** Names a rule for the files only if one of the commands would run with it. */
function outside({ facts }: Decided, { body }: ParsedRule, context: ToolPermissionContext, engine: PermissionEngine): string {
  const paths = facts.shell?.commands.flatMap((command) => command.paths) ?? [];
  const isWritten = ({ access }: PathFact): boolean => access === 'write' || access === 'delete';
  const found = paths
    .filter(({ access, path, unresolved }) => access !== 'mention' && !unresolved && relative(context.projectDir, path).startsWith('..'))
    .flatMap((fact) => {
      // The name that stands for a wildcard isn’t in the rule.
      const isNamed = body.kind === 'command' && body.text.includes(fact.spelled);
      return rulesFor(isNamed ? fact.path : dirname(fact.path), isWritten(fact) ? 'Edit' : 'Read', context.homeDir);
    })
    .find((text) => engine.decide(facts, withAllowRule(text, context)).behavior === 'allow');
  const tool = found?.startsWith('Edit') === true || (found === undefined && paths.some(isWritten)) ? 'an Edit' : 'a Read';
  return `files outside the project folder need ${tool} rule${found === undefined ? '' : `, such as ${found}`}.`;
}

/** For a folder with all that is in it, or for a file. */
function rulesFor(folder: string, tool: string, homeDir: string): string[] {
  const inHome = relative(homeDir, folder);
  const written = inHome === '' || inHome.startsWith('..') ? `/${folder}` : `~/${inHome}`;
  return [`${tool}(${written.replace(/\/$/u, '')}/**)`, `${tool}(${written})`];
}
