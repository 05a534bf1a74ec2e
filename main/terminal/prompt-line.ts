/** Patterns of prompts, whatever the line ends with. */
const ASKS = [
  /\((?:y(?:es)?\/no?(?:\/[\w?]+)*|y\/n)\)|\[(?:y(?:es)?\/no?(?:\/[\w?]+)*|y\/n)\]/iu,
  /\b(?:password|passphrase|passcode|username|login|pin|token)\b[^\n]{0,80}:\s*$/iu,
  /\bpress\b.{0,20}\b(?:enter|return|any key|a key|space)\b/iu,
  /\b(?:are you sure|do you want|would you like|continue|proceed|overwrite|replace|accept|confirm)\b[^\n]{0,120}\?\s*$/iu,
];
/** How lines that wait for input end. */
const OPEN_END = /[?:>$#»❯›]\s?$/u;
const MAX_LINE = 400;

/**
 * Whether a silent program seems to wait for input. `line`: the line at the cursor; `before`: the last line with text, if `line` is empty.
 */
export function looksLikePrompt(line: string, before = ''): boolean {
  const text = line.trim() === '' ? before : line;
  if (text.trim() === '' || text.length > MAX_LINE) return false;
  if (ASKS.some((pattern) => pattern.test(text))) return true;
  // A finished line is rarely a prompt.
  return line.trim() !== '' && OPEN_END.test(line);
}
