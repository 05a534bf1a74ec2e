import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { ConfiguredHook } from '#shared/settings/hook-config.ts';
import { hookName, type HookRun, isAsync } from './hook.ts';
import type { HookOutput } from './hook-output.ts';

/** Characters of each stream that are logged. */
const KEPT_CHARS = 4000;
const NAME_CHARS = 500;
const STATUS_CHARS = 120;
const NOTICE_CHARS = 2000;

interface WhichRun {
  readonly runId: string;
  readonly hook: ConfiguredHook;
  readonly callId: string | undefined;
}

export function startedEvent(which: WhichRun): NewSessionEvent {
  const { handler } = which.hook;
  const message = isAsync(handler) ? '' : onOneLine(handler.statusMessage ?? '');
  return { type: 'hook.started', data: { ...fieldsOf(which), ...(message !== '' && { statusMessage: clip(message, STATUS_CHARS) }) } };
}

export function ranEvent(
  which: WhichRun,
  run: HookRun,
  output: HookOutput,
  times: Pick<EventBody<'hook.ran'>, 'startedAt' | 'endedAt'>,
): NewSessionEvent {
  const printed = printedBy(run);
  return {
    type: 'hook.ran',
    data: {
      ...fieldsOf(which),
      ...times,
      outcome: output.outcome,
      message: clip(messageOf(output), KEPT_CHARS),
      ...(run.type === 'exited' && { exitCode: run.exitCode }),
      ...(run.type === 'answered' && { status: run.status }),
      output: clip(printed.stdout, KEPT_CHARS),
      errors: clip(printed.stderr, KEPT_CHARS),
    },
  };
}

/** The notice about a hook that failed, or whose output has no effect. `undefined`: none. */
export function failureNotice(which: WhichRun, run: HookRun, { outcome, problem }: HookOutput): NewSessionEvent | undefined {
  if (problem === undefined) return undefined;
  if (outcome !== 'failed' && outcome !== 'timed_out')
    return { type: 'notice', data: { level: 'warning', text: clip(problem, NOTICE_CHARS), action: 'none' } };
  const { stdout, stderr } = printedBy(run);
  const printed = stderr.trim() === '' ? stdout : stderr;
  const about = {
    ...fieldsOf(which),
    type: 'hook' as const,
    ...(run.type === 'exited' && { exitCode: run.exitCode }),
    ...(run.type === 'answered' && { status: run.status }),
    printed: clip(printed.trim(), KEPT_CHARS),
  };
  return { type: 'notice', data: { level: 'error', text: clip(problem, NOTICE_CHARS), action: 'none', about } };
}

function printedBy(run: HookRun): { readonly stdout: string; readonly stderr: string } {
  if (run.type === 'judged') return { stdout: run.text, stderr: '' };
  return run.type === 'answered' ? { stdout: run.body, stderr: '' } : 'stdout' in run ? run : { stdout: '', stderr: '' };
}

function fieldsOf({ runId, hook, callId }: WhichRun): EventBody<'hook.started'> {
  const { event, handler, source, file } = hook;
  return {
    runId,
    event,
    type: handler.type,
    hook: clip(hookName(handler), NAME_CHARS),
    source,
    ...(file !== undefined && { file }),
    ...(callId !== undefined && { callId }),
  };
}

const DECIDED = { allow: 'Allowed it', ask: 'Wants a person to decide', defer: 'Wants to decide later', deny: 'Denied it' } as const;

/** Summary in one line, most important first. */
function messageOf({ problem, stop, block, permission, answer, updatedInput, updatedOutput, context }: HookOutput): string {
  const parts = [
    problem,
    stop === undefined ? undefined : `Stopped everything${stop === '' ? '' : `: ${stop}`}`,
    permission
      ? `${DECIDED[permission.behavior]}${permission.reason === '' ? '' : `: ${permission.reason}`}`
      : block && `Blocked: ${block}`,
    answer && (answer.behavior === 'allow' ? 'Allowed it for you' : `Denied it for you${answer.message ? `: ${answer.message}` : ''}`),
    updatedInput && 'Changed the input',
    updatedOutput && 'Changed the output',
    context === undefined ? undefined : 'Told the model something',
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim();
}

function clip(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars).toWellFormed()}… (${text.length} characters)`;
}
