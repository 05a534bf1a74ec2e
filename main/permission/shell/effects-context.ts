export interface EffectsContext {
  readonly dir: string;
  readonly moved: boolean;
  /** `dir` is a guess. */
  readonly uncertain: boolean;
  /** Other folders it may be run in. */
  readonly others: readonly { readonly dir: string }[];
  readonly projectDir: string;
  readonly piped: boolean;
}
