import { z } from 'zod';
import { parseJson } from '#shared/json-limits.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { ClassifierSubject } from './client.ts';

const verdictSchema = z.enum(['allow', 'block', 'unsure']);

/** A scripted classifier verdict for calls. */
const scriptClassifierSchema = z
  .strictObject({
    tool: z.string().min(1),
    /** The tool's full description of the call (for Bash the command); `*` is a wildcard. Default: every call of the tool. */
    match: z.string().optional(),
    verdict: verdictSchema.optional(),
    reason: z.string().min(1).optional(),
    /** Verdict of the thorough stage, after `unsure` from the fast stage. */
    thinking: verdictSchema.optional(),
    /** Sent verbatim instead of a well-formed verdict. */
    raw: z.string().optional(),
    delayMs: z.number().min(0).max(600_000).optional(),
  })
  .refine((answer) => (answer.verdict === undefined) !== (answer.raw === undefined), 'either “verdict” or “raw” is needed')
  .refine((answer) => answer.thinking === undefined || answer.verdict === 'unsure', '“thinking” only follows the verdict “unsure”');
type ScriptClassifierAnswer = z.infer<typeof scriptClassifierSchema>;

/** The response of one stage, as text, from the first matching entry. Unsure if none matches. */
export function classifierReply(
  answers: readonly ScriptClassifierAnswer[],
  subject: ClassifierSubject,
): { readonly text: string; readonly delayMs: number } {
  const answer = answers.find(
    ({ tool, match }) => tool === subject.toolName && (match === undefined || matchesWildcard(match, subject.action)),
  );
  const delayMs = answer?.delayMs ?? 0;
  if (answer?.raw !== undefined) return { text: answer.raw, delayMs };
  const thinking = subject.stage === 'thinking';
  const verdict = (thinking ? answer?.thinking : answer?.verdict) ?? 'unsure';
  const line = `${verdict}: ${answer?.reason ?? (answer ? 'the script says so' : 'the script says nothing about this call')}`;
  return { text: thinking ? `<reasoning>\nThe script was looked up.\n</reasoning>\n${line}` : line, delayMs };
}

const delayMs = z.number().min(0).max(600_000).optional();

const scriptBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), charsPerSecond: z.number().positive().optional(), delayMs }),
  z.strictObject({ type: z.literal('thinking'), text: z.string().min(1), charsPerSecond: z.number().positive().optional(), delayMs }),
  z.strictObject({
    type: z.literal('tool_use'),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
    charsPerSecond: z.number().positive().optional(),
    delayMs,
  }),
]);
export type ScriptBlock = z.infer<typeof scriptBlockSchema>;

/** Id of the next turn, or `end`. */
const target = z.string().min(1);

const scriptTurnSchema = z.strictObject({
  id: z.string().min(1).optional(),
  /** Delay before the first block, in milliseconds; simulates thinking time. */
  delayMs,
  blocks: z.array(scriptBlockSchema).min(1),
  /** Default: `tool_use` when the turn has calls, else `end_turn`. */
  stopReason: z.string().min(1).optional(),
  /** Next turn when a call was denied or failed. Default: `then`, or else the next turn in the list. */
  ifDenied: target.optional(),
  ifFailed: target.optional(),
  then: target.optional(),
});
export type ScriptTurn = z.infer<typeof scriptTurnSchema>;

/** The part of sub-agents. An agent plays the first one that matches its type and description. */
const scriptAgentSchema = z.strictObject({
  /** Default: any. */
  type: z.string().min(1).optional(),
  /** The full description of the Agent call; `*` is a wildcard. Default: any. */
  match: z.string().optional(),
  turns: z.array(scriptTurnSchema).min(1),
});

const scriptSchema = z
  .strictObject({
    model: z.literal('scripted'),
    title: z.string().optional(),
    turns: z.array(scriptTurnSchema).min(1),
    agents: z.array(scriptAgentSchema).optional(),
    /** Verdicts of the auto-mode classifier; without them auto mode isn't available. */
    classifier: z.array(scriptClassifierSchema).optional(),
  })
  .superRefine(({ turns, agents = [] }, context) => {
    for (const { path, message } of [
      ...wrongTargets(turns, ['turns']),
      ...agents.flatMap((agent, index) => wrongTargets(agent.turns, ['agents', index, 'turns'])),
    ]) {
      context.addIssue({ code: 'custom', path, message });
    }
  });

interface Issue {
  readonly path: (string | number)[];
  readonly message: string;
}

function wrongTargets(turns: readonly ScriptTurn[], path: readonly (string | number)[]): Issue[] {
  const issues: Issue[] = [];
  const ids = new Set<string>(['end']);
  for (const [index, { id }] of turns.entries()) {
    if (id === undefined) continue;
    if (ids.has(id)) issues.push({ path: [...path, index, 'id'], message: `the id “${id}” is used twice` });
    ids.add(id);
  }
  for (const [index, turn] of turns.entries()) {
    for (const rule of ['ifDenied', 'ifFailed', 'then'] as const) {
      const id = turn[rule];
      if (id !== undefined && !ids.has(id)) issues.push({ path: [...path, index, rule], message: `there is no turn with the id “${id}”` });
    }
  }
  return issues;
}

/** A list of assistant turns for the scripted model (SPEC A2). */
export type Script = z.infer<typeof scriptSchema>;

/**
 * Parses a script from JSON text. `where` names it in errors.
 * @throws AppError `invalid_input` that lists every invalid value.
 */
export function parseScript(text: string, where: string): Script {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new AppError('invalid_input', `${where} isn’t valid JSON: ${errorMessage(error)}`, { cause: error });
  }
  const parsed = scriptSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map((issue) => `${placeOf(issue.path)}: ${issue.message}`);
  throw new AppError('invalid_input', `${where} is not a valid script: ${issues.join('; ')}`);
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? 'the whole file'
    : path
        .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
        .join('')
        .replace(/^\./, '');
}

/** Replaces `${projectDir}` in all strings, at any depth. */
export function fillPlaceholders<T>(value: T, projectDir: string): T;
export function fillPlaceholders(value: unknown, projectDir: string): unknown {
  if (typeof value === 'string') return value.replaceAll('${projectDir}', () => projectDir);
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return items.map((item) => fillPlaceholders(item, projectDir));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [key, fillPlaceholders(item, projectDir)]));
}
