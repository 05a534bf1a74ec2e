import { oneLine } from './quote.ts';
import type { Stage, StageAnswer } from './question.ts';

/** More than this is no answer of the form that was asked for. */
const MAX_ANSWER_CHARS = 20_000;
const MAX_REASON_CHARS = 300;
const OPEN = '<reasoning>';
const CLOSE = '</reasoning>';

const LINE = /^(allow|block|unsure)(?:: ([^\r\n]+))?$/u;

/**
 * Reads an answer strictly: exactly the form that was asked for, or `undefined`, which counts as no approval. No trying to make
 * sense of anything else: a text that only holds an `allow` somewhere may be quoting the very call it judges.
 */
export function parseAnswer(stage: Stage, text: string): StageAnswer | undefined {
  if (text.length > MAX_ANSWER_CHARS) return undefined;
  return stage === 'fast' ? parseLine(text.trim()) : parseThinking(text.trim());
}

function parseThinking(text: string): StageAnswer | undefined {
  if (!text.startsWith(OPEN)) return undefined;
  const end = text.indexOf(CLOSE);
  // A second mark would mean that some of it is not the classifier's own word.
  if (end === -1 || text.indexOf(CLOSE, end + 1) !== -1 || text.indexOf(OPEN, 1) !== -1) return undefined;
  return parseLine(text.slice(end + CLOSE.length).trim());
}

function parseLine(line: string): StageAnswer | undefined {
  const match = LINE.exec(line);
  const verdict = match?.[1];
  if (verdict !== 'allow' && verdict !== 'block' && verdict !== 'unsure') return undefined;
  return { verdict, reason: oneLine(match?.[2] ?? '', MAX_REASON_CHARS) };
}
