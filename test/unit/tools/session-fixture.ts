import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { NO_TASKS } from '#shared/session/task-changes.ts';
import { localPtys } from '#main/terminal/pty/local-pty.ts';
import { noWeb } from '#test/support/no-web.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import type { AppState, OnProgress, Tool, ToolResult, ToolResultBlockParam, ToolUseContext } from '#main/tool/tool.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import { getAllTools } from '#main/tools/catalogue.ts';

/** A real project folder with the tools of one session. Calls run as in the pipeline, without the gate. */
export class SessionFixture {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'tools-')));
  readonly project = path.join(this.root, 'project');
  readonly outside = path.join(this.root, 'outside');
  readonly sessionDir = path.join(this.root, 'session');
  readonly terminals = createTerminalService({ sessionDir: this.sessionDir, ptys: localPtys, env: () => process.env });
  readonly denied = new Set<string>();
  readonly readOnlyCommands = new Set<string>();
  respectsGitignore = true;
  readonly tools: readonly Tool[];
  state: AppState;
  context: ToolUseContext;

  /** `env`: added to the process's own. */
  constructor(overrides: Partial<ToolUseContext> = {}, env: Readonly<Record<string, string>> = {}) {
    for (const folder of [this.project, this.outside, this.sessionDir]) mkdirSync(folder, { recursive: true });
    this.state = {
      permission: makePermissionContext({ projectDir: this.project, homeDir: this.root, stateDir: this.sessionDir }),
      todos: [],
      taskList: NO_TASKS,
    };
    this.tools = getAllTools({
      projectDir: this.project,
      isReadOnlyCommand: (command) => this.readOnlyCommands.has(command),
      respectsGitignore: () => this.respectsGitignore,
      env: () => ({ ...process.env, ...env }),
    });
    this.context = {
      options: { tools: this.tools, model: 'test', isNonInteractive: true },
      session: { sessionId: 's', sessionDir: this.sessionDir, projectDir: this.project },
      cwd: this.project,
      agent: { depth: 0 },
      abortController: new AbortController(),
      toolUseId: 'toolu_1',
      readFileState: new ReadFileState(),
      getAppState: () => this.state,
      setAppState: (change) => (this.state = change(this.state)),
      setAppStateForTasks: (change) => (this.state = change(this.state)),
      services: {
        terminals: this.terminals,
        plainText: plainTextFiles,
        web: noWeb,
        search: { ripgrepPath: rgPath },
        isReadOnlyCommand: (command) => this.readOnlyCommands.has(command),
        mayRead: (file) => !this.denied.has(file),
      },
      ...overrides,
    };
  }

  async dispose(): Promise<void> {
    await this.terminals.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Writes a file in the project, or at an absolute path; returns its absolute path. */
  write(name: string, content: string | Uint8Array): string {
    const file = path.resolve(this.project, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  tool(name: string): Tool {
    const found = this.tools.find((tool) => tool.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  }

  /** Parses, validates and calls; a rejection or exception is returned as an error result, a context modifier is applied. */
  async call(name: string, input: Record<string, unknown>, onProgress?: OnProgress): Promise<CallOutcome> {
    const tool = this.tool(name);
    const args = tool.inputSchema.parse(input);
    const valid = await tool.validateInput?.(args, this.context);
    if (valid?.ok === false) return { text: valid.message, isError: true };
    let result: ToolResult<unknown, unknown>;
    try {
      result = await tool.call(args, this.context, () => Promise.resolve(true), { messageId: 'm', requestId: 'r', blocks: [] }, onProgress);
    } catch (error) {
      return { text: error instanceof Error ? error.message : String(error), isError: true };
    }
    if (result.contextModifier !== undefined) this.context = result.contextModifier(this.context);
    const block = tool.mapToolResultToToolResultBlockParam(result.data, 'toolu_1', result.details);
    const text = typeof block.content === 'string' ? block.content : JSON.stringify(block.content);
    return { text, isError: block.is_error === true || result.isError === true, block, result };
  }
}

export interface CallOutcome {
  readonly text: string;
  readonly isError: boolean;
  readonly block?: ToolResultBlockParam;
  readonly result?: ToolResult<unknown, unknown>;
}
