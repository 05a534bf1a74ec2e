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
  /** The number written before the operator. */
  readonly descriptor?: string | undefined;
  /** `<&3`, `>&3`: it opens no file, but replaces the input, or fails. */
  readonly duplicates?: true;
}

/** The working directory in which a command starts. */
export interface WorkingDir {
  readonly dir: string;
  /** Changed by a `cd` earlier in the line. */
  readonly moved: boolean;
  /** `dir` is a guess: the target of a `cd` is unknown. */
  readonly uncertain: boolean;
  /** Other possible folders, if an earlier `cd` failed or did not run. */
  readonly others: readonly OtherFolder[];
}

export interface OtherFolder {
  readonly dir: string;
  /** Applies only if this is not an accessible folder: otherwise the `cd` succeeded. */
  readonly unless: string | undefined;
}

/** An earlier stage of the pipeline, with no redirection except of its errors to the null device. */
export type Stage = readonly Word[];

/** One simple command before its words are interpreted. */
export interface RawCommand {
  readonly text: string;
  readonly words: readonly Word[];
  readonly assignments: readonly RawAssignment[];
  readonly redirects: readonly RawRedirect[];
  readonly workingDir: WorkingDir;
  readonly nested: boolean;
  readonly runBy: number | undefined;
  /** Taken from the words of the command that runs it, whose verdict covers it. */
  readonly ofRunner?: true;
  /** Text passed to standard input on the line itself (heredoc or here-string), when known. */
  readonly stdin: string | undefined;
  /** Standard input is a pipe or a file. */
  readonly piped: boolean;
  /** The earlier stages of its pipeline, if all they do is print to it. */
  readonly feed?: readonly Stage[] | undefined;
}
