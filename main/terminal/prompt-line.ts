/** What asks for a word, a key or a secret, wherever the line ends. */
const ASKS = [
  /\((?:y(?:es)?\/no?(?:\/[\w?]+)*|y\/n)\)|\[(?:y(?:es)?\/no?(?:\/[\w?]+)*|y\/n)\]/iu,
  /\b(?:password|passphrase|passcode|username|login|pin|token)\b[^\n]{0,80}:\s*$/iu,
  /\bpress\b.{0,20}\b(?:enter|return|any key|a key|space)\b/iu,
  /\b(?:are you sure|do you want|would you like|continue|proceed|overwrite|replace|accept|confirm)\b[^\n]{0,120}\?\s*$/iu,
];
/** How a line ends that waits for something behind it. */
const OPEN_END = /[?:>$#»❯›]\s?$/u;
const MAX_LINE = 400;

/**
 * Whether a program that prints nothing more seems to wait for a person. `line`: the one the cursor stands in; `before`: the last one with
 * text, when that one is empty.
 */
export function looksLikePrompt(line: string, before = ''): boolean {
  const text = line.trim() === '' ? before : line;
  if (text.trim() === '' || text.length > MAX_LINE) return false;
  if (ASKS.some((pattern) => pattern.test(text))) return true;
  // A line that was ended is rarely a question.
  return line.trim() !== '' && OPEN_END.test(line);
}
