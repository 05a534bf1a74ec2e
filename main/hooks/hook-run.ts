/** Bytes a hook may print, on each stream, or answer; one that goes on is ended. */
export const MAX_HOOK_OUTPUT_BYTES = 4 * 1024 * 1024;

/** How a hook ended, before anyone has read what it said. */
export type HookRun =
  | { readonly type: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly type: 'answered'; readonly status: number; readonly body: string }
  | { readonly type: 'timed_out'; readonly stdout: string; readonly stderr: string }
  /** The work it looked at was stopped. */
  | { readonly type: 'cancelled' }
  /** It could not be run, crashed, or said too much. `why` is a sentence's end: “it was ended by SIGSEGV”. */
  | { readonly type: 'broke'; readonly why: string; readonly stdout: string; readonly stderr: string };
