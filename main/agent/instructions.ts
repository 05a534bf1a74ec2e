/** One instruction file, imports written out. */
export interface InstructionFile {
  readonly path: string;
  /** The user's or administrator's own; a repository's only once its folder is trusted. */
  readonly trusted: boolean;
  readonly text: string;
}

export interface InstructionOptions {
  readonly cwd: string;
  readonly projectDir: string;
  /** `~/.claude`, or where `CLAUDE_CONFIG_DIR` points. */
  readonly userDir: string;
  readonly managedDir: string | null;
  readonly trusted: boolean;
}

/** The instruction files that apply to a folder, the most general first. Never throws; what can't be read is left out. */
export function readInstructions(_options: InstructionOptions): InstructionFile[] {
  return [];
}
