import { z } from 'zod';
import { JsonLimitError, parseJson } from '#shared/json-limits.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import { firstLine, shorten } from '#shared/shorten.ts';
import { type EventAnswer, eventAnswer, eventAnswerFields, textAnswer } from './event-answers.ts';
import { HOOK_EVENT_TABLE } from './hook-events.ts';
import { hookLabel, type HookRun } from './hook.ts';
import { permissionUpdatesSchema } from './permission-updates.ts';

const input = z.record(z.string(), z.unknown());

const permissionAnswerSchema = z.lazy(() =>
  z.discriminatedUnion('behavior', [
    z.looseObject({ behavior: z.literal('allow'), updatedInput: input.optional(), updatedPermissions: permissionUpdatesSchema.optional() }),
    z.looseObject({ behavior: z.literal('deny'), message: z.string().optional(), interrupt: z.boolean().optional() }),
  ]),
);
/** A PermissionRequest hook's answer on behalf of the user. */
export type PermissionAnswer = z.output<typeof permissionAnswerSchema>;

const specificSchema = z.lazy(() =>
  z.looseObject({
    hookEventName: z.string(),
    permissionDecision: z.enum(['allow', 'deny', 'ask', 'defer']).optional(),
    permissionDecisionReason: z.string().optional(),
    updatedInput: input.optional(),
    additionalContext: z.string().optional(),
    decision: permissionAnswerSchema.optional(),
    updatedToolOutput: z.unknown().optional(),
    updatedMCPToolOutput: z.unknown().optional(),
    retry: z.boolean().optional(),
    ...eventAnswerFields,
  }),
);

/** Output of a hook, as far as Gatehouse reads it. Unknown fields are ignored. */
const hookAnswerSchema = z.lazy(() =>
  z.looseObject({
    continue: z.boolean().optional(),
    stopReason: z.string().optional(),
    systemMessage: z.string().optional(),
    decision: z.string().optional(),
    reason: z.string().optional(),
    hookSpecificOutput: specificSchema.optional(),
  }),
);
type HookAnswer = z.output<typeof hookAnswerSchema>;

export type HookBehavior = 'deny' | 'defer' | 'ask' | 'allow';

export interface HookOutput {
  readonly hook: ConfiguredHook;
  /** `ok`: no objection. */
  readonly outcome: 'ok' | 'blocked' | 'failed' | 'timed_out' | 'cancelled';
  /** What went wrong, one sentence for people. */
  readonly problem?: string;
  /** `continue: false`: all work stops, with this reason (empty if none was given). */
  readonly stop?: string;
  /** Reason for blocking. */
  readonly block?: string;
  readonly permission?: { readonly behavior: HookBehavior; readonly reason: string };
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  readonly updatedOutput?: { readonly value: unknown };
  readonly answer?: PermissionAnswer;
  readonly context?: string;
  readonly systemMessage?: string;
  readonly retry?: true;
  /** Its further answer, for events that have one. */
  readonly gives?: EventAnswer;
}

/**
 * Interprets the result of a hook as Claude Code does. Exit code 0: optional JSON. 2: blocks, whatever the JSON says. Other codes: a
 * JSON object still counts, else it is an error without effect. HTTP hooks can only respond with JSON. A hook that fails closed blocks
 * instead of failing, where its event can block.
 */
export function readHookOutput(hook: ConfiguredHook, run: HookRun): HookOutput {
  switch (run.type) {
    case 'cancelled':
      return cancelled(hook);
    case 'timed_out':
      return failed(hook, 'took too long and was ended', 'timed_out');
    case 'broke':
      return failed(hook, `failed: ${run.why}`);
    case 'exited':
      return readExit(hook, run);
    case 'answered':
      return readResponse(hook, run);
    case 'judged':
      return readJudgement(hook, run);
  }
}

/** A cancelled guard blocks: a call that wasn't checked must not run. */
function cancelled(hook: ConfiguredHook): HookOutput {
  const guards = HOOK_EVENT_TABLE[hook.event].blocks === 'call';
  return {
    hook,
    outcome: 'cancelled',
    ...(guards && { permission: { behavior: 'deny' as const, reason: 'The hook was stopped before it had answered.' } }),
  };
}

function readExit(hook: ConfiguredHook, { exitCode, stdout, stderr }: Extract<HookRun, { type: 'exited' }>): HookOutput {
  const said = readJson(hook, stdout);
  if (exitCode === 2) {
    const output = readAnswer(hook, 'answer' in said ? said.answer : {});
    const reason = output.block ?? (stderr.trim() || 'The hook gave no reason.');
    const { updatedInput: _updatedInput, answer, ...others } = output;
    // A blocking hook can't also allow.
    const rest: HookOutput = answer?.behavior === 'deny' ? { ...others, answer } : others;
    // Events that can't be blocked: the reason is reported instead.
    if (HOOK_EVENT_TABLE[hook.event].blocks === 'none') return { ...rest, problem: `${nameIn(hook)} says: ${reason}` };
    return blocking(hook, rest, reason);
  }
  const mustSucceed = hook.handler.failClosed === true || HOOK_EVENT_TABLE[hook.event].failureBlocks;
  if (exitCode !== 0 && (mustSucceed || !('answer' in said))) {
    const why = shorten(firstLine(stderr) || firstLine(stdout), 200);
    return failed(hook, `ended with exit code ${exitCode}${why === '' ? '' : `: ${why}`}`);
  }
  if ('problem' in said) return failed(hook, said.problem);
  if ('answer' in said) return readAnswer(hook, said.answer);
  const text = stdout.trim();
  const isContext = text !== '' && HOOK_EVENT_TABLE[hook.event].textIsContext;
  return {
    hook,
    outcome: 'ok',
    ...(isContext && { context: text }),
    ...gives(textAnswer(hook.event, text)),
    ...('looksLikeJson' in said && { problem: `${nameIn(hook)} ${HALF_JSON}. The model reads it as text.` }),
  };
}

function gives(answer: EventAnswer): Pick<HookOutput, 'gives'> {
  return Object.keys(answer).length === 0 ? {} : { gives: answer };
}

function nameIn(hook: ConfiguredHook): string {
  return `The ${hook.event} hook ${hookLabel(hook)}`;
}

function readResponse(hook: ConfiguredHook, { status, body }: Extract<HookRun, { type: 'answered' }>): HookOutput {
  if (status < 200 || status > 299) return failed(hook, `was answered with status ${status}`);
  if (body.trim() === '') return { hook, outcome: 'ok' };
  const said = readJson(hook, body);
  if ('answer' in said) return readAnswer(hook, said.answer);
  return failed(hook, 'problem' in said ? said.problem : 'was answered with text that isn’t a JSON object');
}

/** A model's “no” blocks like exit code 2. Its “yes” is no permission, only no objection. */
function readJudgement(hook: ConfiguredHook, { ok, reason, impossible }: Extract<HookRun, { type: 'judged' }>): HookOutput {
  const output: HookOutput = { hook, outcome: 'ok' };
  if (ok) return output;
  const why = reason.trim() || 'The hook gave no reason.';
  const { blocks } = HOOK_EVENT_TABLE[hook.event];
  // Continuing would not help.
  if (blocks === 'stop' && impossible) return { ...output, problem: `${nameIn(hook)} says that its condition can’t be met: ${why}` };
  if (hook.event === 'PermissionRequest') return { ...output, outcome: 'blocked', answer: { behavior: 'deny', message: why } };
  return blocks === 'none' ? { ...output, problem: `${nameIn(hook)} says: ${why}` } : blocking(hook, output, why);
}

type Said =
  | { readonly answer: HookAnswer }
  | { readonly problem: string }
  /** `looksLikeJson`: it may have been meant as an answer. */
  | { readonly text: true; readonly looksLikeJson?: true };

const HALF_JSON = 'printed what begins like JSON and isn’t';

/** Only text that starts like an object is parsed as JSON. */
function readJson(hook: ConfiguredHook, text: string): Said {
  if (!text.trimStart().startsWith('{')) return { text: true };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof JsonLimitError) return { problem: `gave an answer ${error.message}` };
    return HOOK_EVENT_TABLE[hook.event].textIsContext ? { text: true, looksLikeJson: true } : { problem: HALF_JSON };
  }
  const parsed = hookAnswerSchema.safeParse(value);
  if (!parsed.success) return { problem: `gave an answer of the wrong shape: ${z.prettifyError(parsed.error).slice(0, 300)}` };
  const named = parsed.data.hookSpecificOutput?.hookEventName;
  if (named !== undefined && named !== hook.event) return { problem: `answered for the event ${named.slice(0, 50)}, not ${hook.event}` };
  return { answer: parsed.data };
}

function readAnswer(hook: ConfiguredHook, answer: HookAnswer): HookOutput {
  const { event } = hook;
  const specific = answer.hookSpecificOutput;
  const base: HookOutput = {
    hook,
    outcome: 'ok',
    ...(answer.continue === false && { stop: answer.stopReason ?? '' }),
    ...(answer.systemMessage !== undefined && { systemMessage: answer.systemMessage }),
    ...(specific?.additionalContext !== undefined && { context: specific.additionalContext }),
    ...(event === 'PermissionDenied' && specific?.retry === true && { retry: true as const }),
    ...gives(eventAnswer(event, specific)),
    ...(event === 'PermissionRequest' && specific?.decision && { answer: specific.decision }),
    ...(event === 'PostToolUse' && updatedOutput(specific)),
  };
  if (event === 'PreToolUse') return withPermission(base, answer);
  const reason = blockReason(answer);
  return reason === undefined || HOOK_EVENT_TABLE[event].blocks === 'none' ? base : blocking(hook, base, reason);
}

function updatedOutput(specific: HookAnswer['hookSpecificOutput']): Pick<HookOutput, 'updatedOutput'> {
  const value = specific?.updatedToolOutput ?? specific?.updatedMCPToolOutput;
  return value === undefined ? {} : { updatedOutput: { value } };
}

/** Top-level `approve` and `block` are the older format. */
function withPermission(base: HookOutput, answer: HookAnswer): HookOutput {
  const specific = answer.hookSpecificOutput;
  const legacy = answer.decision === 'approve' ? 'allow' : answer.decision === 'block' ? 'deny' : undefined;
  const behavior = specific?.permissionDecision ?? legacy;
  const reason = specific?.permissionDecisionReason ?? answer.reason ?? '';
  if (behavior === 'deny') return blocking(base.hook, base, reason || 'The hook gave no reason.');
  return {
    ...base,
    ...(behavior && { permission: { behavior, reason } }),
    ...(specific?.updatedInput && { updatedInput: specific.updatedInput }),
  };
}

function blockReason({ decision, reason }: HookAnswer): string | undefined {
  return decision === 'block' || decision === 'deny' ? (reason ?? 'The hook gave no reason.') : undefined;
}

function blocking(hook: ConfiguredHook, output: HookOutput, reason: string): HookOutput {
  const { permission: _permission, ...rest } = output;
  const denial = HOOK_EVENT_TABLE[hook.event].blocks === 'call' ? { permission: { behavior: 'deny' as const, reason } } : {};
  return { ...rest, outcome: 'blocked', block: reason, ...denial };
}

function failed(hook: ConfiguredHook, what: string, outcome: 'failed' | 'timed_out' = 'failed'): HookOutput {
  const problem = `${nameIn(hook)} ${what}.`;
  const output: HookOutput = { hook, outcome, problem };
  const { blocks, failureBlocks } = HOOK_EVENT_TABLE[hook.event];
  if (failureBlocks) return { ...blocking(hook, output, problem), outcome };
  const closes = hook.handler.failClosed === true && blocks !== 'none';
  return closes ? { ...blocking(hook, output, `${problem} It is set to fail closed.`), outcome } : output;
}
