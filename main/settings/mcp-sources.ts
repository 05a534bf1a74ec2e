import { parseJson } from '#shared/json-limits.ts';
import { join, resolve } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { MCP_SCOPES, type McpPolicy, type McpScope, type McpServerSource, type McpSettings } from '#shared/settings/mcp-servers.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { agentServerSources } from './agents/agent-server-sources.ts';
import type { CliSettings } from './cli-settings.ts';
import { countingLayers, type LoadedSettings, type SettingsLayer, type SettingsProblem } from './loaded-settings.ts';
import { readBounded, type FileText } from '#main/tool/read-bounded.ts';
import { errorMessage } from '#shared/error-message.ts';
import { isRecord } from '#shared/is-record.ts';
import { pluginServers } from './plugins/plugin-servers.ts';
import type { ActivePlugin } from './plugins/loaded-plugins.ts';
import { MAX_SETTINGS_BYTES, PROJECT_SERVERS } from './repository-supplies.ts';
import { parseSettingsDocument } from './settings-document.ts';
import type { SettingsPaths } from './settings-paths.ts';

/** An administrator's own list: if there is one, no other server runs. */
export const MANAGED_SERVERS = 'managed-mcp.json';

/** The file also contains Claude Code's history. */
const MAX_STATE_BYTES = 16 * 1024 * 1024;

export interface McpSourcesInput {
  readonly projectDir: string;
  readonly paths: SettingsPaths;
  readonly layers: readonly SettingsLayer[];
  /** `.mcp.json` as trust was checked against it. */
  readonly supplied: FileText | undefined;
  readonly trusted: boolean;
  readonly lockdown: string | undefined;
  readonly cliSettings?: CliSettings | undefined;
  readonly previous?: LoadedSettings | undefined;
  readonly plugins: readonly ActivePlugin[];
  /** The agent types that are in effect. */
  readonly agents: readonly AgentDefinition[];
}

interface ReadMcp {
  readonly settings: McpSettings;
  readonly problems: readonly SettingsProblem[];
}

/**
 * Servers of every source, highest first, and what the settings say about them.
 * @throws AppError `invalid_input` when `--mcp-config` can't be read (on the first load).
 */
export function readMcpSettings(input: McpSourcesInput): ReadMcp {
  const problems: SettingsProblem[] = [];
  const { managedDir, userState } = input.paths;
  const managedFile = managedDir === null ? undefined : join(managedDir, MANAGED_SERVERS);
  const managed = managedFile === undefined ? MISSING : readBounded(managedFile, MAX_SETTINGS_BYTES);
  if (managedFile !== undefined && managed.kind !== 'missing') {
    const own = fileSource('managed', managedFile, managed, problems);
    const lockdown = own ? input.lockdown : `${managedFile} can’t be read, so no MCP server runs until an administrator fixes it.`;
    const sources = own ? [own] : [];
    const ofAgents = agentServerSources(input.agents, sources, managedFile);
    return { settings: { sources, policy: policyOf(input, lockdown) }, problems: [...problems, ...ofAgents.problems] };
  }
  const sources = [
    ...cliSources(input, problems),
    ...userSources(userState, readBounded(userState, MAX_STATE_BYTES), input.projectDir, problems),
  ];
  const project = input.supplied && fileSource('project', join(input.projectDir, PROJECT_SERVERS), input.supplied, problems);
  const ofPlugins = pluginServers(input.plugins);
  const ordered = [...sources, ...(project ? [project] : []), ...ofPlugins.sources].toSorted(
    (a, b) => MCP_SCOPES.indexOf(a.scope) - MCP_SCOPES.indexOf(b.scope),
  );
  const ofAgents = agentServerSources(input.agents, ordered, undefined);
  return {
    settings: { sources: [...ordered, ...ofAgents.sources], policy: policyOf(input, input.lockdown) },
    problems: [...problems, ...ofPlugins.problems, ...ofAgents.problems],
  };
}

const MISSING: FileText = { kind: 'missing' };

/** Denials count from everywhere, including an untrusted repository; everything that allows more only from layers that take effect. */
function policyOf({ layers, trusted }: McpSourcesInput, lockdown: string | undefined): McpPolicy {
  const counting = countingLayers({ layers, trusted });
  const managedOnly = layers.some(({ source, value }) => source === 'policy' && value.allowManagedMcpServersOnly === true);
  const allowing = (managedOnly ? counting.filter(({ source }) => source === 'policy') : counting).filter(
    ({ value }) => value.allowedMcpServers !== undefined,
  );
  return {
    disabled: layers.flatMap(({ value }) => value.disabledMcpjsonServers ?? []),
    allowed: allowing.length === 0 && !managedOnly ? undefined : allowing.flatMap(({ value }) => value.allowedMcpServers ?? []),
    denied: layers.flatMap(({ value }) => value.deniedMcpServers ?? []),
    lockdown,
  };
}

function fileSource(scope: McpScope, file: string, text: FileText, problems: SettingsProblem[]): McpServerSource | undefined {
  if (text.kind === 'missing') return undefined;
  const parsed = text.kind === 'text' ? parseSettingsDocument(text.text) : { broken: text.reason };
  if ('broken' in parsed) {
    problems.push({ file, message: parsed.broken });
    return undefined;
  }
  return source(scope, file, parsed.document.value['mcpServers'], problems);
}

function source(scope: McpScope, file: string, servers: unknown, problems: SettingsProblem[]): McpServerSource | undefined {
  if (servers === undefined) return { scope, file, servers: {} };
  if (isRecord(servers)) return { scope, file, servers };
  problems.push({ file, message: '“mcpServers” must be an object: the servers by their names.' });
  return undefined;
}

/** The user's servers for every project, and those for this one only. */
function userSources(file: string, text: FileText, projectDir: string, problems: SettingsProblem[]): McpServerSource[] {
  if (text.kind === 'missing') return [];
  const value = text.kind === 'text' ? plainJson(text.text) : text.reason;
  if (typeof value === 'string') {
    problems.push({ file, message: `Its MCP servers are ignored: ${value}` });
    return [];
  }
  const projects = value['projects'];
  const here = isRecord(projects) && Object.hasOwn(projects, projectDir) ? projects[projectDir] : undefined;
  const local = isRecord(here) ? source('local', file, here['mcpServers'], problems) : undefined;
  const user = source('user', file, value['mcpServers'], problems);
  return [local, user].filter((one) => one !== undefined);
}

/** Returns what is wrong as a string, without a position: the file may be large, and the user doesn't edit it. */
function plainJson(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : 'It doesn’t contain a JSON object.';
  } catch (error) {
    return errorMessage(error);
  }
}

function cliSources({ cliSettings, projectDir, previous }: McpSourcesInput, problems: SettingsProblem[]): McpServerSource[] {
  const given = cliSettings?.mcpConfigs ?? [];
  const found: McpServerSource[] = [];
  for (const text of given) {
    const inline = text.trimStart().startsWith('{');
    const file = inline ? '--mcp-config' : resolve(cliSettings?.cwd ?? projectDir, text);
    const mistakes: SettingsProblem[] = [];
    const read = inline ? ({ kind: 'text', text } as const) : readBounded(file, MAX_SETTINGS_BYTES);
    if (read.kind === 'missing') mistakes.push({ file, message: 'There is no such file, and it isn’t a JSON object.' });
    const own = fileSource('cli', file, read, mistakes);
    const problem = mistakes[0];
    if (own) found.push(own);
    else if (problem && !previous)
      throw new AppError('invalid_input', `--mcp-config ${inline ? '' : `${file} `}can’t be used. ${problem.message}`);
    problems.push(...mistakes);
  }
  return found;
}
