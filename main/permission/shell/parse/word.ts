import type { TreeNode } from './tree-node.ts';

/** One word of a command, as the shell would see it. */
export interface Word {
  /** As written. */
  readonly text: string;
  /** After quote removal and known expansions; null when known only at run time. */
  readonly value: string | null;
  /** Contains an unquoted `*`, `?` or `[`. */
  readonly glob: boolean;
  /** Starts with an unquoted `~`. */
  readonly tilde: boolean;
  /** Contains an expansion, even one whose value is known. */
  readonly expands: boolean;
  /** Everything it expands to is printable and not secret (`$HOME`, `$?`, a loop variable). */
  readonly harmlessExpansion: boolean;
  /** Its expansion may start with a dash, so that a program reads it as an option. */
  readonly mayBeOption: boolean;
  /** Outside quotes: it may become no word or several, which shifts the words after it. */
  readonly mayResplit: boolean;
  /** The unknown part comes from environment variables that the line doesn't change. */
  readonly inherited: boolean;
  /** Outside quotes: a pattern in its expansion may match any file names. */
  readonly mayMatch: boolean;
  /** All possible values, if the line itself lists them: the values of a loop. */
  readonly choices?: readonly Word[];
  /** Offsets in the parsed text; -1 for words created by the analysis. */
  readonly start: number;
  readonly end: number;
}

/** What is known of a variable set on the line. */
export interface KnownVariable extends Pick<Word, 'value' | 'harmlessExpansion' | 'mayBeOption' | 'mayResplit' | 'choices'> {
  /** The working directory when the choices were collected. */
  readonly foundIn?: string | undefined;
}

/** Input and callbacks for evaluating words. */
export interface WordScope {
  readonly variables: ReadonlyMap<string, KnownVariable>;
  readonly home: string;
  readonly cwd: string | undefined;
  /** What the line doesn't assign comes from the environment: no text before, or around this one, may have set it. */
  readonly inherits: boolean;
  limit(node: TreeNode, reason: string, opaque: boolean): void;
  /** A limit that still permits a read-only line: what it runs is analysed separately. */
  readable(node: TreeNode, reason: string): void;
  /** A command or process substitution: its commands are analysed too. */
  substitution(node: TreeNode): void;
  /** A command substitution with a known value: its commands only print that. */
  text(node: TreeNode): void;
}

/** One part of a word: text, or an expansion. */
export interface Piece {
  readonly value: string | null;
  readonly glob?: boolean;
  /** Contains pattern characters that are literal. */
  readonly plain?: boolean;
  readonly tilde?: boolean;
  readonly expands?: boolean;
  readonly harmless?: boolean;
  readonly mayBeOption?: boolean;
  readonly mayResplit?: boolean;
  readonly inherited?: boolean;
  readonly mayMatch?: boolean;
  readonly choices?: readonly Word[] | undefined;
}

const LITERAL: Omit<Word, 'text' | 'value'> = {
  glob: false,
  tilde: false,
  expands: false,
  harmlessExpansion: true,
  mayBeOption: false,
  mayResplit: false,
  inherited: false,
  mayMatch: false,
  start: -1,
  end: -1,
};

export function literalWord(value: string): Word {
  return { ...LITERAL, text: value, value };
}

export function unknownWord(text: string): Word {
  return { ...LITERAL, text, value: null, expands: true, harmlessExpansion: false, mayBeOption: true, mayResplit: true, mayMatch: true };
}
