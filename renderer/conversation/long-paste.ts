/** Pasted texts beyond this become attachments. */
const LONG_PASTE = { chars: 10_000, lines: 200 };

export function isLongPaste(text: string): boolean {
  if (text.length > LONG_PASTE.chars) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > LONG_PASTE.lines;
}
