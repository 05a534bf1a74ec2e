/** A workflow from a file of the user's or of a trusted repository (`.claude/workflows/<name>.js`). */
export interface SavedWorkflow {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly source: 'user' | 'project';
  readonly text: string;
}

export interface WorkflowRequest {
  /** The script's source. */
  readonly source: string;
  /** Becomes the script's global `args`. */
  readonly args: unknown;
  /** An ended run of this session: its agents that completed aren't started again where the script asks for the same. */
  readonly resumeFrom: string | undefined;
}

export interface StartedWorkflow {
  readonly runId: string;
  readonly name: string;
  readonly description: string;
  /** Absolute paths of a copy of the script, and of its result once there is one. */
  readonly scriptFile: string;
  readonly outputFile: string;
}
