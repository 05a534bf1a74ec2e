import type { Decision, TraceEntry } from '#shared/permission/decision.ts';
import type { AskAnswer, GivenAnswer } from '#shared/session/ask.ts';
import { isGrave } from '#shared/permission/risks.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import { withClassifierWords } from '../classifier/judged-decision.ts';
import type { HookAnswer } from '../hook-decision.ts';
import type { AskOutcome } from '../queue.ts';
import { isOther, sameAsShown, sameEffects, type AnalysedCall } from './analysed-call.ts';
import type { Answered } from './open-questions.ts';
import { denial, dialogEntry, overruled, refused, refusedByHook, stopped, unfit, type GateVerdict } from './verdicts.ts';

/**
 * The verdict after an answer. `undefined`: the call's effects are no longer those shown, so the answer doesn't count. `keep` applies what
 * the answer changes beyond this call.
 */
export async function afterAnswer(
  shown: AnalysedCall,
  decision: Decision,
  { answer, by, byHook }: Answered,
  keep: (answer: GivenAnswer) => Promise<void>,
): Promise<GateVerdict | undefined> {
  if (answer.type === 'withdrawn') return by === 'rules' ? undefined : stopped(decision);
  if (answer.type === 'deny') {
    if (by === 'hook' && byHook?.behavior === 'deny') return refusedByHook(decision, byHook);
    return refused(decision, answer, by === 'dispatcher' ? by : 'person');
  }
  if (isFilledIn(answer) || (by !== 'hook' && answer.type !== 'allow_and_update' && shown.request.tool.answered))
    return afterFilledIn(shown, decision, answer);
  const said = by === 'person' && (answer.type === 'allow_once' || answer.type === 'allow_edited') ? (answer.message?.trim() ?? '') : '';
  const comment = said === '' ? {} : { comment: said };
  if (answer.type === 'allow_edited' && isOther(answer.input, shown.request)) {
    if (shown.request.signal.aborted) return stopped(decision, true);
    return { behavior: 'edited', input: answer.input, decision, ...comment };
  }
  // The card takes more than a press to allow such a call; saving its input unchanged is one.
  if (answer.type === 'allow_edited' && isGrave(decision.risk)) return undefined;
  await keep(answer);
  if (shown.request.signal.aborted) return stopped(decision, true);
  // Files may have changed while the question waited: analyse again and apply the current rules.
  const now = await shown.again();
  const current = now.decide();
  if (current.behavior === 'ask' && !sameAsShown(decision, current)) return undefined;
  if (current.behavior !== 'ask' && !isAnswered(decision, current)) return { ...now.verdict(current), ...comment };
  const allowed = overruled(withClassifierWords(current, decision), { behavior: 'allow', ...allowedBy(by, answer, byHook) });
  const verdict: GateVerdict = { ...now.verdict(allowed), ...comment };
  const updatedInput = byHook?.behavior === 'allow' && by === 'hook' ? byHook.updatedInput : undefined;
  return updatedInput && byHook && verdict.behavior === 'allow' ? { ...verdict, updatedInput, changedBy: byHook.by } : verdict;
}

/** Whether a call that the rules or the mode would allow by now was allowed by the answer, which may have saved the rule or set the mode. */
export function isAnswered(shown: Decision, now: Decision): boolean {
  return now.behavior === 'allow' && sameEffects(shown, now);
}

/** Puts the answer into the call's input; the result is validated and decided like input from the model (SPEC P1). */
async function afterFilledIn(shown: AnalysedCall, decision: Decision, answer: AskAnswer): Promise<GateVerdict | undefined> {
  const { request } = shown;
  const { tool, call, context, signal } = request;
  const filled = tool.answered?.(structuredClone(call.input), answer);
  const parsed = filled && parseToolInput(tool, filled);
  if (!parsed?.ok) return unfit(decision);
  const observed = tool.backfillObservableInput(structuredClone(parsed.input), context);
  const now = await shown.again({ ...request, call: { ...call, input: observed } });
  if (signal.aborted) return stopped(decision, true);
  const current = now.decide();
  if (current.behavior === 'deny') return denial(current);
  if (!sameAsShown(decision, current)) return undefined;
  const allowed = overruled(current, {
    behavior: 'allow',
    reason: 'user',
    message: 'You answered it.',
    entry: dialogEntry('allow', 'You answered it.'),
  });
  const verdict = now.verdict(allowed);
  return verdict.behavior === 'allow' ? { ...verdict, answered: { input: parsed.input, observed } } : verdict;
}

type FilledIn = Extract<GivenAnswer, { type: 'answer_questions' | 'accept_plan' }>;

/** An answer that only the asking tool can interpret. */
function isFilledIn(answer: GivenAnswer): answer is FilledIn {
  return answer.type === 'answer_questions' || answer.type === 'accept_plan';
}

const ANSWERS = {
  allow_once: 'You allowed it once.',
  allow_edited: 'You allowed it as it was.',
  allow_always: 'You allowed it and saved a rule.',
  allow_unseen: 'You allowed it, and exactly this line for this session.',
  set_mode: 'You allowed it and changed the mode.',
  add_directories: 'You allowed it and added a working directory.',
  // Only hooks give this answer, and it is reported as the hook's.
  allow_and_update: 'You allowed it.',
} as const;

/** The trace text for who allowed it in the dialog. */
function allowedBy(
  by: AskOutcome['by'],
  answer: Exclude<GivenAnswer, FilledIn | { type: 'deny' }>,
  byHook: HookAnswer | undefined,
): { readonly reason: Decision['reason']; readonly message: string; readonly entry: TraceEntry } {
  if (by === 'hook') {
    const detail = `The hook ${byHook?.by ?? ''} allowed it for you.`;
    return { reason: 'hook', message: detail, entry: { layer: 'hook', outcome: 'allow', detail } };
  }
  return { reason: 'user', message: 'You allowed it.', entry: dialogEntry('allow', ANSWERS[answer.type]) };
}
