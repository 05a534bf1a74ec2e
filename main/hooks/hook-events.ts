import { type HookEvent, isNameList } from '#shared/settings/hook-settings.ts';

/**
 * Effect of exit code 2, of a JSON block, or of a failing hook that fails closed. `call`: the call doesn't run. `prompt`: the user's
 * message isn't sent. `expansion`: the slash command isn't run. `stop`: the agent continues. `loop`: the turn ends. `task`: the task isn't
 * created, or isn't completed. `compaction`: it is skipped. `form`: the MCP server's question is declined. `worktree`: none is created.
 * `tell`: the model gets the reason. `none`: no effect.
 */
export type HookBlock = 'call' | 'prompt' | 'expansion' | 'stop' | 'loop' | 'task' | 'compaction' | 'form' | 'worktree' | 'tell' | 'none';

interface HookEventRow {
  readonly blocks: HookBlock;
  /** The event is about a tool call, so `if` conditions apply. */
  readonly aboutTool: boolean;
  /** Plain text output is added as context for the model. */
  readonly textIsContext: boolean;
  /** Default timeout in seconds. */
  readonly timeout: number;
  /** Hooks may set variables for later commands. */
  readonly envFile: boolean;
  /** Any failure of a hook blocks, since its answer is needed. */
  readonly failureBlocks: boolean;
}

const plain: HookEventRow = {
  blocks: 'none',
  aboutTool: false,
  textIsContext: false,
  timeout: 600,
  envFile: false,
  failureBlocks: false,
};

/** The events of Claude Code's documentation, with their limits and effects. */
export const HOOK_EVENT_TABLE: Readonly<Record<HookEvent, HookEventRow>> = {
  Setup: { ...plain, envFile: true },
  SessionStart: { ...plain, textIsContext: true, envFile: true },
  UserPromptSubmit: { ...plain, blocks: 'prompt', textIsContext: true, timeout: 30 },
  UserPromptExpansion: { ...plain, blocks: 'expansion', textIsContext: true, timeout: 30 },
  PreToolUse: { ...plain, blocks: 'call', aboutTool: true },
  PermissionRequest: { ...plain, aboutTool: true },
  PermissionDenied: { ...plain, aboutTool: true },
  PostToolUse: { ...plain, blocks: 'tell', aboutTool: true },
  PostToolUseFailure: { ...plain, blocks: 'tell', aboutTool: true },
  PostToolBatch: { ...plain, blocks: 'loop' },
  Notification: plain,
  MessageDisplay: { ...plain, timeout: 10 },
  Stop: { ...plain, blocks: 'stop' },
  StopFailure: plain,
  SubagentStart: plain,
  SubagentStop: { ...plain, blocks: 'stop' },
  TeammateIdle: { ...plain, blocks: 'stop' },
  TaskCreated: { ...plain, blocks: 'task' },
  TaskCompleted: { ...plain, blocks: 'task' },
  PreCompact: { ...plain, blocks: 'compaction' },
  PostCompact: plain,
  InstructionsLoaded: plain,
  ConfigChange: plain,
  CwdChanged: { ...plain, envFile: true },
  DirectoryAdded: plain,
  FileChanged: { ...plain, envFile: true },
  WorktreeCreate: { ...plain, blocks: 'worktree', failureBlocks: true },
  WorktreeRemove: plain,
  Elicitation: { ...plain, blocks: 'form' },
  ElicitationResult: { ...plain, blocks: 'form' },
  // The window or terminal is closing, so don't wait long.
  SessionEnd: { ...plain, timeout: 1.5 },
};

/** Whether a FileChanged matcher covers a file. It is a list of file names, not a pattern. */
function namesFile(matcher: string, names: readonly string[]): boolean {
  return matcher.split('|').some((name) => names.includes(name.trim()));
}

/**
 * Whether a matcher covers a value or one of its names. Empty or `*` covers everything. A list of names separated by `|` or `,` must
 * contain the value exactly. Anything else is an unanchored regular expression. An invalid expression covers everything: a guard with a
 * typo should run too often rather than never.
 */
export function matcherCovers(event: HookEvent, matcher: string, on: string | readonly string[] | undefined): boolean {
  if (matcher === '' || matcher === '*') return true;
  // The event has no matchers.
  if (on === undefined) return true;
  const values = typeof on === 'string' ? [on] : on;
  if (event === 'FileChanged') return namesFile(matcher, values);
  if (isNameList(matcher)) {
    const names = matcher.split(/[|,]/u).map((name) => name.trim());
    return values.some((value) => names.includes(value));
  }
  try {
    const pattern = new RegExp(matcher);
    return values.some((value) => pattern.test(value));
  } catch {
    // Unsure: the hook runs.
    return true;
  }
}
