import { secretCiphers } from '#main/engine/secret-ciphers.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { McpProjects } from '#main/engine/project/mcp-projects.ts';
import { OpenProject } from '#main/engine/project/open-project.ts';
import type { SecretCipher } from '#main/mcp/sign-in/secret-cipher.ts';
import type { HostPolicy } from '#main/net/public-address.ts';
import type { McpService } from '#main/mcp/servers/mcp-service.ts';
import type { ElicitationService } from '#main/tool/services/elicitation.ts';
import type { ToolResult } from '#main/tool/tool.ts';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import type { ResultContent } from '#shared/session/content.ts';
import type { ToolProgress } from '#shared/session/tool-view.ts';
import { TempProject } from './temp-project.ts';
import { testToolContext } from './tool-context.ts';

const SUPPORT = import.meta.dirname;
const MODULES = join(SUPPORT, '../../node_modules/@modelcontextprotocol');

export const EVERYTHING = join(MODULES, 'server-everything/dist/index.js');
export const FILES = join(MODULES, 'server-filesystem/dist/index.js');

/** The configuration entry of a server that misbehaves as `how` says. */
export function hostile(how: string): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [join(SUPPORT, 'servers/hostile-mcp-server.ts'), how] };
}

export interface McpFixtureOptions {
  /** Passed as on the command line, unless `files` define them. */
  readonly servers?: Readonly<Record<string, object>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Another fixture's folders, to test what a second process finds. */
  readonly like?: McpFixture;
  readonly acceptsDefinitions?: boolean;
  readonly keychain?: () => SecretCipher | undefined;
  readonly hostPolicy?: HostPolicy;
}

/** A project's servers as the engine assembles them, with real processes. */
export class McpFixture {
  readonly project: TempProject;
  readonly openProject: OpenProject;
  readonly mcp: McpService;
  readonly #mcpProjects: McpProjects;

  constructor({ servers = {}, files = {}, env = {}, like, acceptsDefinitions = false, keychain, hostPolicy }: McpFixtureOptions) {
    this.project = like?.project ?? new TempProject(files);
    const { projectDir, homeDir, stateDir } = this.project;
    const all = { PATH: process.env['PATH'] ?? '', HOME: homeDir, ...env };
    this.#mcpProjects = new McpProjects({
      stateDir,
      env: all,
      userEnv: Promise.resolve(all),
      acceptsDefinitions,
      ciphers: secretCiphers(stateDir, keychain),
      ...(hostPolicy && { hostPolicy }),
    });
    this.openProject = new OpenProject({
      projectDir,
      homeDir,
      stateDir,
      env: all,
      managedDir: join(homeDir, 'managed'),
      demo: false,
      cliSettings: { mcpConfigs: [JSON.stringify({ mcpServers: servers })] },
      mcpProjects: this.#mcpProjects,
    });
    if (!this.openProject.mcp) throw new Error('no servers');
    this.mcp = this.openProject.mcp;
  }

  /** Starts the servers that may run, waits, and returns the row of one. */
  async ready(name = 's'): Promise<McpServerRow> {
    await this.mcp.ready(new AbortController().signal, true);
    return this.row(name);
  }

  row(name = 's'): McpServerRow {
    const row = this.mcp.list().find((one) => one.name === name);
    if (!row) throw new Error(`no server ${name}`);
    return row;
  }

  /** Polls until the row matches. */
  async until(wanted: (row: McpServerRow) => boolean, name = 's'): Promise<McpServerRow> {
    for (;;) {
      const row = this.row(name);
      if (wanted(row)) return row;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The content the model would get; an exception is left to the pipeline. */
  async call(
    tool: string,
    input: Record<string, unknown> = {},
    {
      signal,
      progress = [],
      mayUse = () => true,
      elicitations,
    }: {
      readonly signal?: AbortSignal;
      readonly progress?: ToolProgress[];
      /** Whether a nested call would need no question. */
      readonly mayUse?: (tool: string, input: Readonly<Record<string, unknown>>) => boolean;
      readonly elicitations?: ElicitationService;
    } = {},
  ): Promise<{ readonly content: ResultContent; readonly isError: boolean }> {
    const found = this.mcp.tools().find(({ name }) => name === tool);
    if (!found)
      throw new Error(
        `no tool ${tool} among ${this.mcp
          .tools()
          .map(({ name }) => name)
          .join(', ')}`,
      );
    const controller = new AbortController();
    signal?.addEventListener('abort', () => controller.abort(), { once: true });
    const context = { ...testToolContext(this.project), abortController: controller, ...(elicitations && { elicitations }) };
    const message = { messageId: 'm', requestId: 'r', blocks: [] };
    const result: ToolResult<unknown, unknown> = await found.call(
      input,
      context,
      (name, args) => Promise.resolve(mayUse(name, args)),
      message,
      (update) => {
        if (!('terminal' in update)) progress.push(update);
      },
    );
    return {
      content: found.mapToolResultToToolResultBlockParam(result.data, 'id', result.details).content,
      isError: result.isError === true,
    };
  }

  /** Names of the tools that were called on the server. */
  get calls(): string[] {
    const file = join(this.project.projectDir, 'calls.log');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  }

  /** Stops the servers; the folders stay. */
  async stop(): Promise<void> {
    await this.openProject.dispose();
    this.#mcpProjects.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.project[Symbol.dispose]();
  }
}
