import type { Stage } from './commands/xargs.ts';
import type { Word } from './word.ts';

export interface RawAssignment {
  /** As written. */
  readonly text: string;
  readonly name: string;
  readonly value: Word;
}

export interface RawRedirect {
  readonly operator: string;
  readonly target: Word;
}

/** Where the shell stands when a command starts. */
export interface ShellPlace {
  readonly dir: string;
  /** A `cd` earlier in the line changed it. */
  readonly moved: boolean;
  /** `dir` is a guess: where a `cd` leads is not known. */
  readonly uncertain: boolean;
  /** Where it may stand as well, since an earlier `cd` may have failed or not have run. */
  readonly others: readonly OtherFolder[];
}

export interface OtherFolder {
  readonly dir: string;
  /** Only where this is no folder that can be entered: else the `cd` worked. */
  readonly unless: string | undefined;
}

/** One simple command before its meaning is looked at. */
export interface RawCommand {
  readonly text: string;
  readonly words: readonly Word[];
  readonly assignments: readonly RawAssignment[];
  readonly redirects: readonly RawRedirect[];
  readonly place: ShellPlace;
  readonly nested: boolean;
  readonly runBy: number | undefined;
  /** Made of the words of the command that runs it, which answers for it. */
  readonly ofRunner?: true;
  /** Text handed to standard input on the line itself (heredoc or here-string), when known. */
  readonly stdin: string | undefined;
  /** Standard input comes from a pipe or a file. */
  readonly piped: boolean;
  /** The stages of the pipeline before it, where all they do is print to it. */
  readonly feed?: readonly Stage[] | undefined;
}
