import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import { heldBefore } from './held-before.ts';
import { deniedFirst, whyPatternAsks } from './pattern-effect.ts';
import { ruleExamples } from './rule-examples.ts';

/**
 * Why what an allow rule names still isn’t run without asking in this project, in a sentence: the rule covers it, but a deny rule may apply,
 * or it is a protected path. Undefined where it runs, or where the rule doesn’t say enough to tell.
 *
 * @param context The rules in force, with this one.
 */
export function whyStillAsks(text: string, context: ToolPermissionContext, engine: PermissionEngine): string | undefined {
  const parsed = parsedRule(text, 'allow');
  if (parsed.body.kind === 'command' && parsed.body.form !== 'exact') {
    const why = whyPatternAsks(parsed, context, engine);
    return why === undefined ? undefined : withoutEffect(why);
  }
  if (!namesCalls(parsed)) return undefined;
  const [call] = ruleExamples(parsed, context);
  if (call === undefined) return undefined;
  const decision = engine.decide(engine.analyse({ ...call, cwd: context.projectDir }, context), context);
  if (decision.behavior === 'allow') return undefined;
  const denied = deniedFirst(decision);
  if (denied !== undefined || parsed.body.kind === 'command') return withoutEffect(denied ?? decision.message);
  // The example may lie beside what the rule is about, so that no rule allows it.
  if (!heldBefore(decision)) return undefined;
  return `${decision.behavior === 'deny' ? 'Has no effect' : 'Still asks'}: ${inSentence(decision.message)}`;
}

/** `why`: a sentence. */
export function withoutEffect(why: string): string {
  return `Has no effect yet: ${inSentence(why)}`;
}

/** Exactly one command, or files and sites that are all treated alike. */
function namesCalls({ body }: ParsedRule): boolean {
  return body.kind === 'command' ? body.form === 'exact' : body.kind === 'path' || (body.kind === 'domain' && body.host !== '*');
}

function inSentence(message: string): string {
  return message.replace(/^(?:The|It|What|No|Part)\b/u, (word) => word.toLowerCase());
}
