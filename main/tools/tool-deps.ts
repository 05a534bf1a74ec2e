/** What the tools of one session are made with. */
export interface ToolDeps {
  /** Absolute; paths in it are shown relative to it. */
  readonly projectDir: string;
  /** True exactly when the facts say that the command only reads, started where the session stands now. Unknown = false. */
  isReadOnlyCommand(command: string): boolean;
}
