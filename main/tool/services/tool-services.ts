import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { BrowserService } from './browser-service.ts';
import type { LanguageService } from './language-service.ts';
import type { SettingsService } from './settings-service.ts';
import type { HostPolicy } from '#main/net/public-address.ts';
import type { PublicFetch } from '#main/net/public-fetch.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { ListedTask } from '#shared/session/task-list.ts';
import type { Notifier } from './notifier.ts';
import type { CallingAgent } from './agents.ts';
import type { ScriptService } from './scripts.ts';
import type { SavedWorkflow } from './workflows.ts';
import type { WorktreeService } from './worktrees.ts';

export interface CommandTask extends Pick<
  RunCommand,
  'command' | 'socket' | 'hereOnly' | 'cwd' | 'noInput' | 'onOpen' | 'onOutput' | 'onPrompt'
> {
  readonly description: string;
  /** Its lines are reported to the agent as they are printed. `endsAfterMs`: it is ended then. */
  readonly watch?: { readonly endsAfterMs: number | null };
  /** How long the call waits for the command, in milliseconds. */
  readonly timeoutMs: number;
  /** Starts in the background. */
  readonly background: boolean;
  /** Moves to the background on timeout; otherwise it is killed. */
  readonly outlivesTimeout: boolean;
  /** A person may move it to the background. */
  readonly isMovable: boolean;
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

/** The state of a background command, agent or workflow. */
export interface TaskStatus {
  readonly taskId: string;
  readonly type: 'command' | 'agent' | 'workflow';
  readonly description: string;
  readonly state: 'running' | 'completed' | 'failed' | 'stopped';
  /** How it ended or what it waits for, as text for people: "exit code 1". */
  readonly detail?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly outputFile: string;
  /** An agent's report. A command's output is in `outputFile`. */
  readonly text?: string | undefined;
}

export interface RunCommand {
  /** Passed to the user's shell as one argument, without another shell in between. */
  readonly command: string;
  /** Instead of the command, the messages of a WebSocket are printed, a line each. `command` is then only shown. */
  readonly socket?: { readonly url: string; readonly protocols: readonly string[] };
  readonly cwd: string;
  /** It names a program of this machine: it fails where commands run elsewhere. */
  readonly hereOnly?: boolean;
  /** Milliseconds; paused while a person controls the terminal. `null`: no limit. */
  readonly timeoutMs: number | null;
  /** Closes stdin immediately (headless and sub-agent calls). */
  readonly noInput: boolean;
  readonly signal: AbortSignal;
  /** Called once, when the terminal opens. */
  readonly onOpen?: (terminal: TerminalRecord) => void;
  /** Called at most a few times a second. */
  readonly onOutput?: (progress: { readonly bytes: number; readonly lines: number }) => void;
  /** Called with each complete line, without colours and empty lines. */
  readonly onLines?: (lines: readonly string[]) => void;
  /** Called on timeout. Return `true` to let the command run on without a limit; otherwise, or without this, it is killed. */
  readonly onTimeout?: () => boolean;
  /** Called when the command has been silent for a few seconds and its last line looks like a question. At most once until it prints again. */
  readonly onPrompt?: (question: string, silentMs: number) => void;
  /** The same when it stays silent. */
  readonly onStalled?: (question: string, silentMs: number) => void;
}

export interface CommandResult {
  /** Plain text, without escape sequences and with carriage-return overwrites applied. Bounded: see `truncated` and `outputPath`. */
  readonly output: string;
  readonly truncated: boolean;
  /** Absolute path of the file with all raw output. */
  readonly outputPath: string;
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** A person typed into it. */
  readonly typedInto: boolean;
  /** The shell's working directory at exit; absent if unknown. */
  readonly cwd?: string;
}

/** Runs each command in its own pseudo-terminal, with output saved in the session's folder. */
export interface TerminalService {
  /** Rejects only when the shell can't be started; the message gives the reason. */
  run(command: RunCommand): Promise<CommandResult>;
  /**
   * Writes the running command's output as plain text to `file` (absolute, must not exist) and keeps it up to date; complete when
   * `run` resolves. If the file can't be written, it is left as it is.
   */
  keepText(terminalId: string, file: string): void;
}

/** Converts raw terminal output to plain text. */
export interface PlainTextService {
  /**
   * Saves the raw output at `outputPath` to `file` (absolute, replaced) as plain text, like `CommandResult.output`. Output too large to
   * convert is copied raw. Rejects if the file can't be written.
   */
  saveText(outputPath: string, file: string): Promise<SavedText>;
}

export interface SavedText {
  readonly bytes: number;
  /** `undefined` if the raw output was copied. */
  readonly chars: number | undefined;
}

export interface SearchService {
  /** Absolute path of the ripgrep binary. */
  readonly ripgrepPath: string;
}

/** A search server that the user's settings name. */
export interface SearchServer {
  readonly address: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Access to public web servers. */
export interface WebService {
  readonly policy: HostPolicy;
  readonly fetch: PublicFetch;
  /** What a deny or ask rule for fetching says about this address. Rules for the tool as a whole don't count. */
  readonly siteRule: (url: string) => 'deny' | 'ask' | undefined;
  /** Unlike all others it may be on this machine or in its network. Default: none. */
  readonly searchServer?: () => SearchServer | undefined;
}

/** Services that the composition root provides to tools. */
export interface ToolServices {
  readonly terminals: TerminalService;
  readonly plainText: PlainTextService;
  readonly search: SearchService;
  readonly web: WebService;
  /** Absent where there can be none. */
  readonly browser?: BrowserService;
  /** Whether the facts prove the command read-only (SPEC E2); `false` if unknown. */
  isReadOnlyCommand(command: string, cwd: string): boolean;
  /** Absent where there can be none. */
  readonly worktrees?: WorktreeService;
  /** Asks hooks whether a task of the task list may be created or completed. Resolves with the reason if it may not. */
  askTaskHooks?(
    event: 'TaskCreated' | 'TaskCompleted',
    task: ListedTask,
    by: { readonly agent: CallingAgent; readonly abortController: AbortController },
  ): Promise<string | undefined>;
  /** Workflows from the user's files, and from a trusted repository's. Default: none. */
  savedWorkflows?(): readonly SavedWorkflow[];
  /** Absent where no scripts can run. */
  readonly scripts?: ScriptService;
  /** The user's language servers; absent where there can be none. */
  readonly languages?: LanguageService;
  /** Absent without a window. */
  readonly notifier?: Notifier;
  /** The user's settings that the agent may know of; absent where there are none. */
  readonly settings?: SettingsService;
  /**
   * `false` if a rule denies reading that path. Grep and Glob then omit it. `permission`: of the agent that asks; default: the session's.
   * `realPath`: with links resolved, where that is known already.
   */
  mayRead(path: string, permission?: ToolPermissionContext, realPath?: string): boolean;
}
