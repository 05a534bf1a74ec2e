import type { CommandFact } from '#shared/permission/facts.ts';

/** Longer commands are read in the line itself. Characters. */
const LONGEST = 80;

/** A command that another one runs, as a sentence about that one quotes it. */
export function shownCommand(words: CommandFact['argv']): string {
  const characters = Array.from(words.join(' ').replaceAll(/\s+/gu, ' '));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('');
}
