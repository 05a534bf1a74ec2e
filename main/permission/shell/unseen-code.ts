import type { CommandFact } from '#shared/permission/facts.ts';

/** What a command runs that can't be analysed, as the end of a sentence that starts with the program or “It”. */
export function unseenCode({ opaqueWhy }: Pick<CommandFact, 'opaqueWhy'>): string {
  return opaqueWhy?.replace(/^It /u, '').replace(/\.$/u, '') ?? 'runs code that can’t be read here';
}
