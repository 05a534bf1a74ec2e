import { isAbsolute, join } from 'node:path';
import type { PermissionCall, PermissionEngine } from '#main/permission/permission-engine.ts';
import { ruleMeets } from '#main/permission/rule-meets.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import type { RuleRow } from '#shared/contract/project.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';

/** Rules compared with the draft while it is typed. */
const MAX_COMPARED = 200;

const ARGUMENT = 'x';

type Diagnostic = RuleRow['diagnostics'][number];
type Call = Omit<PermissionCall, 'cwd'>;

/**
 * Says which deny or ask rule in force comes before a draft, for all or for some of its calls. Compares examples of what each is about, so it
 * may find none where there is one; never used for decisions.
 */
export function earlierRule(
  draft: { readonly text: string; readonly behavior: RuleBehavior },
  context: ToolPermissionContext,
  engine: PermissionEngine,
): Diagnostic | undefined {
  const earlier: readonly RuleBehavior[] = draft.behavior === 'allow' ? ['deny', 'ask'] : draft.behavior === 'ask' ? ['deny'] : [];
  if (earlier.length === 0) return undefined;
  const parsed = parsedRule(draft.text, draft.behavior);
  const found = examples(parsed, context).map((call) => deciding(call, context, engine, earlier));
  const [first] = found;
  if (first && !found.includes(undefined)) return { severity: 'warning', message: `The ${first.behavior} rule ${first.text} comes first.` };
  const some = found.find((rule) => rule !== undefined) ?? within(draft, parsed, context, engine, earlier);
  return some && { severity: 'info', message: `For some of these, the ${some.behavior} rule ${some.text} comes first.` };
}

type Found = Pick<RuleEntry, 'behavior' | 'text'>;

/** The rule that surely decides a call before any allow rule. */
function deciding(
  call: Call,
  context: ToolPermissionContext,
  engine: PermissionEngine,
  earlier: readonly RuleBehavior[],
): Found | undefined {
  const { behavior, trace } = engine.decide(engine.analyse({ ...call, cwd: context.projectDir }, context), context);
  if (!earlier.includes(behavior)) return undefined;
  return trace.find(({ outcome, rule, maybe }) => outcome === behavior && rule?.behavior === behavior && maybe !== true)?.rule;
}

/** A rule in force for calls that the draft is about too. */
function within(
  draft: Found,
  { tool, body }: ParsedRule,
  context: ToolPermissionContext,
  engine: PermissionEngine,
  earlier: readonly RuleBehavior[],
): Found | undefined {
  const rules = earlier
    .flatMap((behavior) => context.rules.filter((rule) => rule.behavior === behavior && rule.inert === undefined))
    .filter((rule) => parsedRule(rule.text, rule.behavior).tool === tool);
  return rules.slice(0, MAX_COMPARED).find((rule) =>
    examples(parsedRule(rule.text, rule.behavior), context).some((call) => {
      const { command } = call.input;
      if (body.kind === 'command') return typeof command === 'string' && matchesCommand(body, command);
      return ruleMeets(draft.text, engine.analyse({ ...call, cwd: context.projectDir }, context), context, 'allow') === 'yes';
    }),
  );
}

/** Calls that a rule is about; none where its text doesn't say enough. */
function examples({ tool, body }: ParsedRule, { projectDir, homeDir }: ToolPermissionContext): Call[] {
  const call = (input: Record<string, unknown>): Call[] => [{ toolName: tool, input }];
  switch (body.kind) {
    case 'command': {
      const texts = body.form === 'prefix' ? [body.text, `${body.text} ${ARGUMENT}`] : [body.text];
      return texts.map((command) => ({
        toolName: commandRuleTool(tool),
        input: { command: filled(command).replace(/\\([*()\\])/gu, '$1') },
      }));
    }
    case 'path': {
      if (body.pattern.startsWith('!')) return [];
      const pattern = filled(body.pattern.replace(/\*+/gu, '*')).replace(/\/$/u, '');
      const path = pattern.startsWith('//') ? pattern.slice(1) : pattern.replace(/^~(?=\/)/u, homeDir);
      const inProject = path === pattern || !isAbsolute(path);
      return call({ file_path: inProject ? join(projectDir, pattern) : path });
    }
    case 'domain':
      return call({ url: `https://${body.host.replace('*', ARGUMENT)}${body.host === '*' ? '.example' : ''}/` });
    case 'whole':
      return toolRow(tool)?.ruleForm === 'command' ? call({ command: ARGUMENT }) : [];
    default:
      return [];
  }
}

/** With something in place of each wildcard. */
function filled(text: string): string {
  return text.replace(/(?<!\\)\*/gu, ARGUMENT);
}
