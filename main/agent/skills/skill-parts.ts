/** A part of a skill's text: text for the model, or a command line that is replaced by its output. */
export type SkillPart = { readonly type: 'text'; readonly text: string } | { readonly type: 'command'; readonly command: string };

/** `` !`line` `` after a space or at the start of a line, or a fenced block that is marked with `!`. */
const COMMAND = /^```![ \t]*\r?\n([\s\S]*?)\r?\n```[ \t]*$|(?<=^|\s)!`([^`\n]+)`/gmu;
export const MAX_COMMANDS = 20;

/** Splits a skill's text before its placeholders are filled in, so that no argument can become a command line. */
export function skillParts(body: string): SkillPart[] {
  const parts: SkillPart[] = [];
  let from = 0;
  for (const match of body.matchAll(COMMAND)) {
    const [whole, block, inline] = match;
    const command = (block ?? inline ?? '').trim();
    if (command === '') continue;
    parts.push({ type: 'text', text: body.slice(from, match.index) }, { type: 'command', command });
    from = match.index + whole.length;
  }
  parts.push({ type: 'text', text: body.slice(from) });
  return parts.filter((part) => part.type === 'command' || part.text !== '');
}
