import { untilAborted } from '#main/tool/until-aborted.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { TraceEntry } from '#shared/permission/decision.ts';
import { buildPrompt, fitsPrompt } from './prompt.ts';
import type { AskModel, ClassifierQuestion, Stage, StageAnswer } from './question.ts';
import { oneLine } from './quote.ts';

/** A longer answer doesn't follow the requested format. */
const MAX_ANSWER_CHARS = 20_000;
const MAX_REASON_CHARS = 300;
const OPEN = '<reasoning>';
const CLOSE = '</reasoning>';

const LINE = /^(allow|block|unsure)(?:: ([^\r\n]+))?$/u;

/**
 * Parses an answer strictly: exactly the requested format, or `undefined`, which counts as no approval. Doesn't search other text for a
 * verdict: an `allow` in it may be quoted from the call being judged.
 */
export function parseAnswer(stage: Stage, text: string): StageAnswer | undefined {
  if (text.length > MAX_ANSWER_CHARS) return undefined;
  return stage === 'fast' ? parseLine(text.trim()) : parseThinking(text.trim());
}

function parseThinking(text: string): StageAnswer | undefined {
  if (!text.startsWith(OPEN)) return undefined;
  const end = text.indexOf(CLOSE);
  // With a second tag, part of the text may be quoted rather than the classifier's own.
  if (end === -1 || text.indexOf(CLOSE, end + 1) !== -1 || text.indexOf(OPEN, 1) !== -1) return undefined;
  return parseLine(text.slice(end + CLOSE.length).trim());
}

function parseLine(line: string): StageAnswer | undefined {
  const match = LINE.exec(line);
  const verdict = match?.[1];
  if (verdict !== 'allow' && verdict !== 'block' && verdict !== 'unsure') return undefined;
  return { verdict, reason: oneLine(match?.[2] ?? '', MAX_REASON_CHARS) };
}

/** Time limit of each stage in milliseconds; exceeding it means no approval. */
export type StageTimeouts = Readonly<Record<Stage, number>>;
export const DEFAULT_TIMEOUTS: StageTimeouts = { fast: 20_000, thinking: 90_000 };

/** The classifier's verdict on a call. `unsure`, whatever its cause, needs a person. */
export interface Judgement {
  readonly verdict: 'allow' | 'block' | 'unsure';
  /** One line; never empty. */
  readonly reason: string;
  readonly trace: readonly TraceEntry[];
}

/** One stage's answer, or why there is none. */
export type StageResult = { readonly answer: StageAnswer } | { readonly failure: string };

/** Asks one stage. Never rejects. */
export async function askStage(
  stage: Stage,
  question: ClassifierQuestion,
  deps: { readonly askModel: AskModel; readonly timeouts: StageTimeouts; readonly signal: AbortSignal },
): Promise<StageResult> {
  if (!fitsPrompt(question)) return { failure: 'the call is too long to be judged whole' };
  const timeout = AbortSignal.timeout(deps.timeouts[stage]);
  try {
    const signal = AbortSignal.any([deps.signal, timeout]);
    const text = await untilAborted(deps.askModel(buildPrompt(stage, question), signal), signal);
    // Ignores an answer that arrives at the same moment as the abort.
    if (deps.signal.aborted || timeout.aborted) throw new Error('aborted');
    const answer = parseAnswer(stage, text);
    return answer ? { answer } : { failure: 'its answer was not of the form it must have' };
  } catch (error) {
    if (deps.signal.aborted) return { failure: 'it was stopped' };
    if (timeout.aborted) return { failure: 'it took too long' };
    return { failure: oneLine(errorMessage(error), 300) || 'the request failed' };
  }
}

/** Runs both stages, the second only when the first is unsure. `fast`: the fast stage if it was started early. Never rejects. */
export async function judge(
  question: ClassifierQuestion,
  deps: { readonly askModel: AskModel; readonly timeouts: StageTimeouts; readonly signal: AbortSignal },
  fast: Promise<StageResult> = askStage('fast', question, deps),
): Promise<Judgement> {
  const quick = conclude('fast', await fast, question);
  if (!('goesOn' in quick)) return quick;
  const thorough = conclude('thinking', await askStage('thinking', question, deps), question);
  return { ...thorough, trace: [...quick.trace, ...thorough.trace] };
}

/** The verdict of one stage; only an `unsure` of the fast stage goes to the second. */
function conclude(stage: Stage, result: StageResult, question: ClassifierQuestion): Judgement & { readonly goesOn?: true } {
  if ('failure' in result) {
    const reason = `The classifier could not say: ${result.failure}.`;
    return { verdict: 'unsure', reason, trace: [entryOf('ask', stage, reason, question)] };
  }
  const { verdict } = result.answer;
  const reason = result.answer.reason === '' ? 'it gave no reason' : result.answer.reason;
  const words = `${verdict}: ${reason}`;
  if (verdict !== 'unsure') return { verdict, reason, trace: [entryOf(verdict === 'allow' ? 'allow' : 'deny', stage, words, question)] };
  const goesOn = stage === 'fast';
  return {
    verdict,
    reason: `The classifier is unsure: ${reason}`,
    trace: [entryOf(goesOn ? 'pass' : 'ask', stage, words, question)],
    ...(goesOn && { goesOn }),
  };
}

const STAGE_WORDS: Readonly<Record<Stage, string>> = { fast: 'Fast check', thinking: 'Thorough check' };

function entryOf(outcome: TraceEntry['outcome'], stage: Stage, words: string, question: ClassifierQuestion): TraceEntry {
  return { layer: 'classifier', outcome, detail: `${STAGE_WORDS[stage]}: ${words}`, subject: oneLine(question.action, 200) };
}
