import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import { findTool } from '#main/tool/registry.ts';
import { withoutAnswers } from '#main/tool/schema.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { ChangedInput } from '#shared/session/call-record.ts';
import type { RunPermit } from '#main/permission/run-permit.ts';
import { type CallEnd, type CallResult, cancelledEnd, go, type QueuedCall, type StepResult, toCallResult } from './call-result.ts';
import { appendOf, callEventInput, type CallRun, errorView, type CallServices, type RunControl, SpanRecorder } from './call-run.ts';
import { abortReasonOf } from './abort.ts';
import { commentReminder, editedReminder, CallNotes } from './call-notes.ts';
import { plainView, presentCall } from '#main/tool/present-call.ts';
import { crashedText, errorMessage } from './result-texts.ts';
import { isProvenReadOnly } from './safety-questions.ts';
import { afterFailure, postToolHooks, type PreToolDecision, preToolHooks } from './steps/tool-hooks.ts';
import { askPermission, beginClassifier, permissionDenied } from './steps/ask-permission.ts';
import { checkAbort, lookUpTool, observableInput, parseInput, validateInput } from './steps/check-input.ts';
import { keepResult, runTool } from './steps/run-tool.ts';

/** Limit on input changes by a tool's own check, each of which is validated again. Changes by the user are not limited. */
const MAX_INPUT_CHANGES = 3;

/**
 * Runs one call from its block to its result (SPEC P); `walk` lists the steps. Never rejects: whatever is thrown becomes a result the
 * model can read.
 */
export async function runToolCall(
  call: QueuedCall,
  context: ToolUseContext,
  services: CallServices,
  control: RunControl,
): Promise<CallResult> {
  let began = false;
  const onBegin = (): void => {
    began = true;
    control.onBegin?.();
  };
  const run = callRun(call, context, services, { ...control, onBegin });
  let end: CallEnd;
  try {
    end = await walk(run);
  } catch (error) {
    end = crashed(error, run, began);
  }
  void run.control.ahead?.then((ahead) => ahead?.withdraw('The call ended before it was decided.'));
  return toCallResult(call, run.notes.addTo(end), run.recorder.spans);
}

/** A call before its first step. */
export function callRun(call: QueuedCall, context: ToolUseContext, services: CallServices, control: RunControl): CallRun {
  return { call, context, services, control, recorder: new SpanRecorder(), notes: new CallNotes() };
}

async function walk(run: CallRun): Promise<CallEnd> {
  const step = <T>(name: string, work: () => StepResult<T> | Promise<StepResult<T>>) => run.recorder.step(name, work, outcomeOf);

  const found = await step('lookup', () => lookUpTool(run));
  if (found.type === 'end') return found.end;
  const tool = found.value;

  const alive = await step('abort check', () => checkAbort(run, tool));
  if (alive.type === 'end') return alive.end;

  let offered = withoutAnswers(tool, run.call.block.input);
  /** Set once hooks have run: they run once, on the model's input. */
  let hooked: PreToolDecision | undefined;
  /** The question that the current input was edited from; set while the input is the user's. */
  let editedFrom: Decision | undefined;
  /** Who replaced the model's input last. */
  let changedBy: ChangedInput['by'] | undefined;
  let { ahead } = run.control;
  for (let changes = 0; changes <= MAX_INPUT_CHANGES; changes += 1) {
    const parsed = await step('schema', () => parseInput(run, tool, offered));
    if (parsed.type === 'end') return parsed.end;
    const input = parsed.value;

    const valid = await step('validate', () => validateInput(run, tool, input));
    if (valid.type === 'end') return valid.end;

    const early = beginClassifier(run, tool, input);
    try {
      const observed = await step('observe', () => observableInput(run, tool, input));
      if (observed.type === 'end') return observed.end;

      const look = hooked ? undefined : callEventInput(run, tool, 'PreToolUse', observed.value);
      if (look) {
        const looked = await step('hooks: PreToolUse', () => preToolHooks(run, tool, observed.value, look));
        if (looked.type === 'end') return looked.end;
        hooked = looked.value;
        if (hooked.input) {
          offered = hooked.input;
          editedFrom = undefined;
          changedBy = 'hook';
          continue;
        }
      }
      if (changedBy !== undefined) {
        if (changedBy !== 'person') logChange(run, tool, changedBy, input);
        await run.control.onChangedInput?.(input);
      }

      const open = ahead && (await ahead);
      ahead = undefined;
      const permitted = await step('permission', () =>
        askPermission(run, tool, observed.value, { early, hookDecision: hooked?.decision, editedFrom }, open),
      );
      if (permitted.type === 'end') return await permissionDenied(run, tool, observed.value, permitted.end);
      const { comment } = { comment: undefined, ...permitted.value };
      if (comment !== undefined) run.notes.remind(commentReminder(tool.name, comment));
      if (permitted.value.type === 'permit') {
        const { answered, permit } = permitted.value;
        const permitRun = editedFrom ? { ...run, context: { ...run.context, userModified: true } } : run;
        return await runPermitted(permitRun, tool, answered ?? { input, observed: observed.value }, permit);
      }
      offered = permitted.value.input;
      if (permitted.value.type === 'edited') {
        // The gate has logged it with the answer.
        changedBy = 'person';
        run.notes.edited(editedReminder(tool.name, offered));
        // The earlier hook decision was about other input.
        hooked = undefined;
        ({ editedFrom } = permitted.value);
        changes = -1;
        continue;
      }
      editedFrom = undefined;
      const { changedBy: hook } = permitted.value;
      changedBy = hook === undefined ? 'tool' : 'hook';
      if (hook !== undefined) hooked = { decision: { behavior: 'allow', reason: '', by: hook, suppliesInput: true }, input: undefined };
    } finally {
      early?.cancel();
    }
  }
  throw new Error(`${tool.name} kept changing its own input.`);
}

async function runPermitted(
  run: CallRun,
  tool: Tool,
  { input, observed }: { readonly input: Record<string, unknown>; readonly observed: Record<string, unknown> },
  permit: RunPermit,
): Promise<CallEnd> {
  const waiting = isProvenReadOnly(tool, input) ? undefined : run.services.beforeEffect?.(run.context.abortController.signal);
  if (waiting) await run.recorder.step('checkpoint', async () => go(await waiting), outcomeOf);
  const started = performance.now();
  const ran = await run.recorder.step('call', () => runTool(run, tool, input, permit), outcomeOf);
  const duration = { duration_ms: Math.round(performance.now() - started) };
  if (ran.type === 'end') return await afterFailure(run, tool, observed, ran.end, duration);
  const kept = await run.recorder.step('result', () => keepResult(run, tool, input, ran.value), outcomeOf);
  if (kept.type === 'end') return kept.end;
  if (kept.value.isError) return await afterFailure(run, tool, observed, kept.value, duration);
  const look = callEventInput(run, tool, 'PostToolUse', observed, { tool_response: ran.value.data, ...duration });
  if (!look) return kept.value;
  const after = await run.recorder.step(
    'hooks: PostToolUse',
    async () => postToolHooks(run, tool, input, ran.value, kept.value, await look()),
    outcomeOf,
  );
  return after.type === 'end' ? after.end : after.value;
}

function logChange(run: CallRun, tool: Tool, by: ChangedInput['by'], input: Record<string, unknown>): void {
  const view = presentCall(tool, { stage: 'input', input });
  appendOf(run, { type: 'call.changed', data: { callId: run.call.block.id, by, input, view } });
}

function outcomeOf(result: StepResult<unknown>): 'ok' | 'stopped' | 'failed' {
  if (result.type === 'go') return 'ok';
  return result.end.outcome === 'failed' ? 'failed' : 'stopped';
}

function crashed(error: unknown, run: CallRun, began: boolean): CallEnd {
  const { block } = run.call;
  const tool = findTool(run.context.options.tools, block.name);
  const { signal } = run.context.abortController;
  if (signal.aborted) {
    return cancelledEnd(
      abortReasonOf(signal),
      began,
      tool ? presentCall(tool, { stage: 'input', input: block.input }) : plainView(block.name),
    );
  }
  const view = tool ? errorView(run, tool, errorMessage(error)) : plainView(block.name);
  return { outcome: 'failed', isError: true, content: crashedText(error, began), view, errorKind: 'internal' };
}
