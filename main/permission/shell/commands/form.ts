/**
 * Forms that a prefix or wildcard rule never covers, because they can't be undone or run other code. Matching is wide on purpose:
 * abbreviated long options and clustered short ones count. Sources: the tools' manuals, GTFOBins, and the public advisories listed with the
 * attack tests.
 */
export interface Form {
  readonly options?: readonly string[];
  /** Matches any operand. */
  readonly operand?: RegExp;
  /** The first operand is one of these. */
  readonly verbs?: readonly string[];
  /** Any other condition on the words. */
  readonly when?: (values: readonly string[]) => boolean;
  readonly why: string;
  readonly irreversible?: boolean;
}

export const RUNS = 'it can run other code';
export const FINAL = 'it can not be undone';

export const always = (why: string, irreversible = false): readonly Form[] => [{ why, irreversible }];
export const options = (names: string, why: string, irreversible = false): Form => ({ options: names.split(' '), why, irreversible });
export const verbs = (names: string, why: string, irreversible = false): Form => ({ verbs: names.split(' '), why, irreversible });
