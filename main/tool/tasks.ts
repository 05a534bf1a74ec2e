import type { CommandResult, RunCommand } from './services.ts';
import type { ToolUseContext } from './context.ts';

export interface CommandTask extends Pick<RunCommand, 'command' | 'cwd' | 'noInput' | 'onOpen' | 'onOutput' | 'onStalled'> {
  readonly description: string;
  /** Milliseconds that its call waits for it. */
  readonly timeoutMs: number;
  /** Goes to the background at once. */
  readonly background: boolean;
  /** Goes to the background when the time is up; else it is ended then. */
  readonly outlivesTimeout: boolean;
}

export type CommandStart =
  | { readonly type: 'finished'; readonly result: CommandResult }
  | {
      readonly type: 'background';
      readonly taskId: string;
      /** Absolute; the plain text of what it prints. */
      readonly outputFile: string;
      readonly why: 'asked' | 'person' | 'timeout';
    };

/** Where a task stands: a command or an agent that works in the background. */
export interface TaskStatus {
  readonly taskId: string;
  readonly type: 'command' | 'agent';
  readonly description: string;
  readonly state: 'running' | 'completed' | 'failed' | 'stopped';
  /** How it ended or what it waits for, for people: "exit code 1". */
  readonly detail?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly outputFile: string;
  /** An agent's report; what a command prints stands in its file. */
  readonly text?: string | undefined;
}

/** What runs in the background of a session: commands and agents alike. */
export interface TaskService {
  /** Runs a command, in the background if it is to or has to. Rejects only when the shell can't be started. */
  run(task: CommandTask, context: ToolUseContext): Promise<CommandStart>;
  /** `undefined` for an id that nothing has, or that isn't the asking agent's to see. */
  status(taskId: string, context: ToolUseContext): TaskStatus | undefined;
  /** Resolves when it has ended, or after `timeoutMs`, or when the signal aborts. */
  wait(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Ends it and all it started, and resolves when it is gone. `false` when it doesn't run. The model that asks isn't told again. */
  stop(taskId: string, context: ToolUseContext): Promise<boolean>;
  /** The model has seen how it ended: no message follows. */
  seen(taskId: string, context: ToolUseContext): void;
}
