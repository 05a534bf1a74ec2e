import { createLogger } from '#main/log/logger.ts';
import type { AheadQuestion } from '#main/permission/gate/ahead-question.ts';
import { withoutAnswers } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import { type CallResult, toCallResult } from '../call-result.ts';
import { type CallRun, isDecidedByHook } from '../call-run.ts';
import type { AheadControl, AskedAhead } from '../executor-options.ts';
import { deniedEnd, stoppedBecause } from './ask-permission.ts';
import { lookUpTool, observableInput, parseInput, validateInput } from './check-input.ts';

const log = createLogger('executor');

/**
 * Goes through the steps of a call up to its question, before its turn. Only the question has an effect: at its turn the call goes through
 * all steps again. PreToolUse hooks run once, at its turn, since they may look at what earlier calls do; a call that one of them may decide
 * about isn't asked about before.
 */
export async function askAhead(run: CallRun, control: AheadControl): Promise<AskedAhead> {
  try {
    const found = lookUpTool(run);
    if (found.type === 'end') return undefined;
    const tool = found.value;
    const parsed = parseInput(run, tool, withoutAnswers(tool, run.call.block.input));
    if (parsed.type === 'end') return undefined;
    const valid = await validateInput(run, tool, parsed.value);
    if (valid.type === 'end') return 'later';
    const observed = observableInput(run, tool, parsed.value);
    if (observed.type === 'end' || isDecidedByHook(run, tool, observed.value)) return undefined;
    return await ask(run, tool, observed.value, control);
  } catch (error) {
    log.debug('A call could not be asked about before its turn', error);
    return undefined;
  }
}

async function ask(run: CallRun, tool: Tool, input: Record<string, unknown>, control: AheadControl): Promise<AheadQuestion | undefined> {
  const { call, context, services } = run;
  const { signal } = context.abortController;
  const request = {
    tool,
    call: { callId: call.block.id, input },
    context,
    signal,
    onWaiting: () => undefined,
    stoppedBecause: () => stoppedBecause(signal),
    askedAgainBecause: control.askedAgainBecause,
  };
  const ahead = await services.gate.askAhead?.(request, control.isWanted);
  if (!ahead) return undefined;
  const onAnswer = (): void => {
    if (ahead.question.given?.answer.type === 'deny') control.onDenied(() => deniedResult(run, tool, input, ahead));
  };
  // If the answer couldn't be logged, the call fails in its turn.
  ahead.question.answered.then(onAnswer, () => undefined);
  return ahead;
}

function deniedResult(run: CallRun, tool: Tool, input: Record<string, unknown>, ahead: AheadQuestion): CallResult {
  const { call, context, services } = run;
  const verdict = services.gate.denyAhead?.(ahead);
  if (!verdict) throw new Error('A gate that asks ahead has to settle what was denied.');
  return toCallResult(call, deniedEnd(verdict, tool, input, context), []);
}
