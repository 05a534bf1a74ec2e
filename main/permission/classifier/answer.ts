import { oneLine } from './quote.ts';
import type { Stage, StageAnswer } from './question.ts';

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
