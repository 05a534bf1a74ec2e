/**
 * Scores how well a query matches a text. Each word must match, as a substring or letter by letter. Word starts and runs of letters score
 * highest. `undefined`: no match.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  let score = 0;
  for (const word of query.toLowerCase().split(/\s+/u).filter(Boolean)) {
    const found = scoreOf(word, text.toLowerCase());
    if (found === undefined) return undefined;
    score += found;
  }
  // Prefer the shorter of two equal matches.
  return score - text.length / 1000;
}

const WHOLE = 100;
const WORD_START = 12;
const RUN = 6;

function scoreOf(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at >= 0) return WHOLE + word.length + (startsWord(text, at) ? WORD_START : 0);
  let score = 0;
  let last = -2;
  let from = 0;
  for (const letter of word) {
    const found = bestPlace(text, letter, from, last);
    if (found < 0) return undefined;
    score += startsWord(text, found) ? WORD_START : found === last + 1 ? RUN : 0;
    last = found;
    from = found + letter.length;
  }
  // Letters scattered over the text match by chance.
  return score >= word.length * 3 ? score : undefined;
}

/** The next letter of a run, else one at the start of a word, else any. */
function bestPlace(text: string, letter: string, from: number, last: number): number {
  if (text.startsWith(letter, last + 1) && last >= 0) return last + 1;
  for (let at = text.indexOf(letter, from); at >= 0; at = text.indexOf(letter, at + 1)) if (startsWord(text, at)) return at;
  return text.indexOf(letter, from);
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}
