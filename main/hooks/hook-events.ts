import type { HookEvent } from '#shared/settings/hook-settings.ts';

/**
 * What exit code 2, a JSON block, or a failure of a hook that fails closed does at an event. `call`: the call doesn't run.
 * `prompt`: what the person wrote isn't sent. `stop`: the turn goes on. `loop`: the turn ends. `compaction`: it isn't done.
 * `tell`: the model reads why. `none`: nothing.
 */
export type HookBlock = 'call' | 'prompt' | 'stop' | 'loop' | 'compaction' | 'tell' | 'none';

interface HookEventRow {
  readonly blocks: HookBlock;
  /** About a tool call: `if` conditions count. */
  readonly aboutTool: boolean;
  /** Plain text a hook prints is context for the model. */
  readonly textIsContext: boolean;
  /** Seconds a hook may take unless it says otherwise. */
  readonly timeout: number;
  /** Hooks may leave variables for later commands. */
  readonly envFile: boolean;
}

const plain: HookEventRow = { blocks: 'none', aboutTool: false, textIsContext: false, timeout: 600, envFile: false };

/** The events of Claude Code's documentation, with its limits and effects. */
export const HOOK_EVENT_TABLE: Readonly<Record<HookEvent, HookEventRow>> = {
  SessionStart: { ...plain, textIsContext: true, envFile: true },
  UserPromptSubmit: { ...plain, blocks: 'prompt', textIsContext: true, timeout: 30 },
  PreToolUse: { ...plain, blocks: 'call', aboutTool: true },
  PermissionRequest: { ...plain, aboutTool: true },
  PermissionDenied: { ...plain, aboutTool: true },
  PostToolUse: { ...plain, blocks: 'tell', aboutTool: true },
  PostToolUseFailure: { ...plain, blocks: 'tell', aboutTool: true },
  PostToolBatch: { ...plain, blocks: 'loop' },
  Notification: plain,
  Stop: { ...plain, blocks: 'stop' },
  StopFailure: plain,
  SubagentStart: plain,
  SubagentStop: { ...plain, blocks: 'stop' },
  PreCompact: { ...plain, blocks: 'compaction' },
  PostCompact: plain,
  InstructionsLoaded: plain,
  ConfigChange: plain,
  CwdChanged: { ...plain, envFile: true },
  // A window or a terminal is being closed: nobody waits long.
  SessionEnd: { ...plain, timeout: 1.5 },
};
