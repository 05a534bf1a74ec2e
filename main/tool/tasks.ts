import type { CommandResult, RunCommand } from './services.ts';
import type { ToolUseContext } from './context.ts';

export interface CommandTask extends Pick<RunCommand, 'command' | 'cwd' | 'noInput' | 'onOpen' | 'onOutput' | 'onStalled'> {
  readonly description: string;
  /** How long the call waits for the command, in milliseconds. */
  readonly timeoutMs: number;
  /** Starts in the background. */
  readonly background: boolean;
  /** Moves to the background on timeout; otherwise it is killed. */
  readonly outlivesTimeout: boolean;
}

export type CommandStart =
  | { readonly type: 'finished'; readonly result: CommandResult }
  | {
      readonly type: 'background';
      readonly taskId: string;
      /** Absolute path of its output as plain text. */
      readonly outputFile: string;
      readonly why: 'asked' | 'person' | 'timeout';
    };

/** The state of a background command or agent. */
export interface TaskStatus {
  readonly taskId: string;
  readonly type: 'command' | 'agent';
  readonly description: string;
  readonly state: 'running' | 'completed' | 'failed' | 'stopped';
  /** How it ended or what it waits for, as text for people: "exit code 1". */
  readonly detail?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly outputFile: string;
  /** An agent's report. A command's output is in `outputFile`. */
  readonly text?: string | undefined;
}

/** Runs and tracks the background tasks of a session, both commands and agents. */
export interface TaskService {
  /** Runs a command, in the background if requested or on timeout. Rejects only when the shell can't be started. */
  run(task: CommandTask, context: ToolUseContext): Promise<CommandStart>;
  /** `undefined` for an unknown id, or a task the calling agent may not see. */
  status(taskId: string, context: ToolUseContext): TaskStatus | undefined;
  /** Resolves when the task ends, after `timeoutMs`, or when the signal aborts. */
  wait(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Stops the task and everything it started; resolves once it has exited. `false` if it isn't running. The caller gets no further notice. */
  stop(taskId: string, context: ToolUseContext): Promise<boolean>;
  /** Marks the task's end as seen by the model, so that no notice is sent. */
  seen(taskId: string, context: ToolUseContext): void;
}
