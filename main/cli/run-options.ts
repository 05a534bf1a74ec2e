import { resolve } from 'node:path';
import { splitToolList } from '#main/settings/tool-list.ts';
import { permissionModeSchema, type PermissionMode } from '#shared/permission/mode.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage.ts';

export interface RunOptions {
  readonly projectDir: string;
  readonly prompt: string;
  readonly mode: PermissionMode | undefined;
  /** JSON text or the path of a file. */
  readonly settings: string | undefined;
  readonly model: string | undefined;
  readonly outputFormat: 'text' | 'stream-json';
  readonly scriptFile: string | undefined;
  /** A session id, or `last`. */
  readonly resume: string | undefined;
  /** Continues in a new session that shares the history of the resumed one. */
  readonly forkSession: boolean;
  readonly maxTurns: number | undefined;
  /** US dollars. */
  readonly maxBudgetUsd: number | undefined;
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly addDirs: readonly string[];
  /** Names of built-in tools; default all. */
  readonly tools: readonly string[] | undefined;
  readonly bare: boolean;
  /** JSON texts or paths of files with `mcpServers`. */
  readonly mcpConfigs: readonly string[];
  readonly trust: boolean;
  /** Setup hooks run first. */
  readonly setup: 'init' | 'maintenance' | undefined;
}

const OPTIONS = {
  project: { type: 'string' },
  prompt: { type: 'string' },
  'permission-mode': { type: 'string' },
  settings: { type: 'string' },
  model: { type: 'string' },
  'output-format': { type: 'string' },
  script: { type: 'string' },
  resume: { type: 'string' },
  'fork-session': { type: 'boolean' },
  'max-turns': { type: 'string' },
  'max-budget-usd': { type: 'string' },
  'allowed-tools': { type: 'string', multiple: true },
  'disallowed-tools': { type: 'string', multiple: true },
  'add-dir': { type: 'string', multiple: true },
  tools: { type: 'string' },
  bare: { type: 'boolean' },
  'mcp-config': { type: 'string', multiple: true },
  trust: { type: 'boolean' },
  init: { type: 'boolean' },
  maintenance: { type: 'boolean' },
} as const;

/** Reads the arguments of `gatehouse run`. @throws UsageError naming the argument and what is expected. */
export function parseRunOptions(args: readonly string[]): RunOptions {
  const { values } = parseArguments(args, OPTIONS);
  if (values.project === undefined) throw new UsageError('run needs --project DIR: the folder to work on.');
  if (values.prompt === undefined || values.prompt.trim() === '') throw new UsageError('run needs --prompt TEXT: what to do.');
  if (values['fork-session'] && values.resume === undefined)
    throw new UsageError('--fork-session needs --resume ID: the session whose history the new one shares.');
  return {
    projectDir: folder(values.project, '--project'),
    prompt: values.prompt,
    mode: values['permission-mode'] === undefined ? undefined : mode(values['permission-mode']),
    settings: values.settings,
    model: values.model,
    outputFormat: outputFormat(values['output-format'] ?? 'text'),
    scriptFile: values.script === undefined ? undefined : resolve(values.script),
    resume: values.resume,
    forkSession: values['fork-session'] ?? false,
    maxTurns: values['max-turns'] === undefined ? undefined : positiveInteger(values['max-turns'], '--max-turns'),
    maxBudgetUsd: values['max-budget-usd'] === undefined ? undefined : dollars(values['max-budget-usd'], '--max-budget-usd'),
    allowedTools: (values['allowed-tools'] ?? []).flatMap(splitToolList),
    disallowedTools: (values['disallowed-tools'] ?? []).flatMap(splitToolList),
    addDirs: (values['add-dir'] ?? []).map((dir) => folder(dir, '--add-dir')),
    tools: values.tools === undefined || values.tools.trim() === 'default' ? undefined : splitToolList(values.tools),
    bare: bare(values.bare ?? false, values['mcp-config']),
    mcpConfigs: values['mcp-config'] ?? [],
    trust: values.trust ?? false,
    setup: setup(values.init ?? false, values.maintenance ?? false),
  };
}

/** @throws UsageError for both at once. */
function setup(init: boolean, maintenance: boolean): RunOptions['setup'] {
  if (init && maintenance) throw new UsageError('--init and --maintenance can’t be used together.');
  return init ? 'init' : maintenance ? 'maintenance' : undefined;
}

/** @throws UsageError when servers are given that would not be started. */
function bare(isBare: boolean, mcpConfigs: readonly string[] | undefined): boolean {
  if (isBare && mcpConfigs !== undefined) throw new UsageError('--bare starts no MCP servers: leave out --bare or --mcp-config.');
  return isBare;
}

/** @throws UsageError unless `text` is a positive integer. */
function positiveInteger(text: string, option: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${option} takes a whole number of at least 1, not “${text}”.`);
  return Number(text);
}

/** @throws UsageError unless `text` is a positive amount. */
function dollars(text: string, option: string): number {
  const amount = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : 0;
  if (amount <= 0) throw new UsageError(`${option} takes an amount in US dollars above 0, such as 2.50, not “${text}”.`);
  return amount;
}

function mode(text: string): PermissionMode {
  // `manual` is the newer alias of `default`; `bubble` is for sub-agents and can't be asked for.
  const parsed = permissionModeSchema.exclude(['bubble']).safeParse(text === 'manual' ? 'default' : text);
  if (!parsed.success)
    throw new UsageError(`--permission-mode takes default, acceptEdits, plan, dontAsk, auto or bypassPermissions, not “${text}”.`);
  return parsed.data;
}

function outputFormat(text: string): RunOptions['outputFormat'] {
  if (text !== 'text' && text !== 'stream-json') throw new UsageError(`--output-format takes text or stream-json, not “${text}”.`);
  return text;
}
