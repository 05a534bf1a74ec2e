import type { ProgramFolders } from './shadowed-program.ts';

/** Where a line would run. */
export interface ShellContext extends ProgramFolders {
  readonly cwd: string;
  readonly home: string;
  readonly projectDir: string;
  /** Whether a deny or ask rule is about paths, so that it is worth looking for names that start with a dot. */
  readonly seeksHidden: boolean;
}
