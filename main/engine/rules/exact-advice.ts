import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { ONLY_EXACT, ONLY_WITHOUT_WILDCARD } from '#main/permission/rules/rule-without-use.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { ruleExamples } from './rule-examples.ts';
import { withAllowRule } from './rule-drafts.ts';

/**
 * Why an allow rule has no effect, without the advice to write a rule for exactly one command where the other rules leave that one without
 * effect too: a script can’t be checked against a deny rule for commands.
 *
 * @param context The rules in force.
 */
export function withTrueAdvice(why: string, text: string, context: ToolPermissionContext, engine: PermissionEngine): string {
  const advice = [ONLY_EXACT, ONLY_WITHOUT_WILDCARD].find((words) => why.endsWith(words));
  if (advice === undefined) return why;
  const call = ruleExamples(parsedRule(text, 'allow'), context).at(-1);
  const command = call?.input['command'];
  if (call === undefined || typeof command !== 'string') return why;
  const withExact = withAllowRule(`Bash(${command.replace(/[()*\\]/gu, '\\$&')})`, context);
  const { behavior } = engine.decide(engine.analyse({ ...call, cwd: context.projectDir }, withExact), withExact);
  return behavior === 'allow' ? why : why.slice(0, -advice.length);
}
