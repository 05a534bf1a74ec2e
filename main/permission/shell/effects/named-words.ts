import type { CommandFact } from '#shared/permission/facts.ts';

/** What a command names, read from its words. Where they are not understood, it names nothing and has no options. */
export interface NamedWords {
  /** The operands after the command words. */
  readonly names: readonly string[];
  /** The value of an option, under any of its names. */
  readonly value: (...options: readonly string[]) => string | undefined;
  readonly has: (...options: readonly string[]) => boolean;
  /** All words are understood, so that what isn’t in them isn’t on the line. */
  readonly understood: boolean;
}

/** One command whose effect a sentence states. */
export interface StatedEffect {
  /** Program and sub-commands; of several rows that fit, the first counts. */
  readonly command: string;
  /** Options that may come before or after the sub-commands, as in `OptionSpec`; those of git before its sub-command aren’t needed. */
  readonly options: string;
  /** Says the effect without a name where `names` is empty; `undefined` for a form that does nothing, such as a dry run. */
  readonly says: (words: NamedWords, command: CommandFact) => string | undefined;
  /** It says what happens to the files that are the operands, so that nothing else need be said of them. */
  readonly ofPaths?: true;
  /** It says what happens on other machines, so that nothing else need be said of the network. */
  readonly ofNetwork?: true;
}

export function joined(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
