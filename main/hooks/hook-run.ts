/** Limit on each output stream and on a response body; a hook that exceeds it is killed. */
export const MAX_HOOK_OUTPUT_BYTES = 4 * 1024 * 1024;

/** How a hook ended, before its output is interpreted. */
export type HookRun =
  | { readonly type: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly type: 'answered'; readonly status: number; readonly body: string }
  | { readonly type: 'timed_out'; readonly stdout: string; readonly stderr: string }
  /** The work it was checking was aborted. */
  | { readonly type: 'cancelled' }
  /** It could not be run, crashed, or printed too much. `why` completes a sentence: “it was ended by SIGSEGV”. */
  | { readonly type: 'broke'; readonly why: string; readonly stdout: string; readonly stderr: string };
