import { join, dirname, resolve } from 'node:path';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { parseAgentFile, type ParsedAgent } from './agent-definition-file.ts';
import { findAgentFiles, MAX_AGENT_BYTES, repositoryAgentFolders } from './agent-files.ts';
import type { SettingsProblem } from '../loaded-settings.ts';
import { fillIn } from '../plugins/plugin-variables.ts';
import { readBounded, type FileText } from '#main/tool/read-bounded.ts';
import { realPath } from '../real-path.ts';
import { isAgentName, type RepositorySupplies } from '../repository-supplies.ts';
import type { ActivePlugin } from '../plugins/loaded-plugins.ts';
import type { SettingsPaths } from '../settings-paths.ts';

export interface AgentSources {
  readonly projectDir: string;
  readonly paths: Pick<SettingsPaths, 'managedDir' | 'user'>;
  /** What trust was checked against. */
  readonly supplies: RepositorySupplies;
  readonly trusted: boolean;
  readonly plugins: readonly ActivePlugin[];
}

interface ReadAgents {
  readonly definitions: readonly AgentDefinition[];
  readonly paths: readonly string[];
  readonly problems: readonly SettingsProblem[];
}

interface Candidate {
  readonly source: 'managed' | 'project' | 'user' | 'plugin';
  readonly file: string;
  readonly content: FileText;
  /** The plugin that it belongs to. */
  readonly plugin?: ActivePlugin;
}

/**
 * The agent types that files define. Of several with one name, the administrator's comes first, then the project's (nearest folder first),
 * then the user's, then those of plugins. A file that can't be used is reported with the reason and ignored.
 */
export function readAgents({ projectDir, paths, supplies, trusted, plugins }: AgentSources): ReadAgents {
  const { managedDir, user } = paths;
  const managedFolder = managedDir === null ? undefined : { path: join(managedDir, '.claude', 'agents'), within: undefined };
  const managed = managedFolder ? findAgentFiles(managedFolder) : { files: [], folders: [], refused: [] };
  const own = findAgentFiles({ path: join(dirname(user), 'agents'), within: undefined });
  const repositoryFiles = [...supplies].filter(([name]) => isAgentName(name));
  const candidates: Candidate[] = [
    ...managed.files.map((file) => ({ source: 'managed' as const, file, content: readBounded(file, MAX_AGENT_BYTES) })),
    ...repositoryFiles.map(([name, content]) => ({ source: 'project' as const, file: resolve(projectDir, name), content })),
    ...own.files.map((file) => ({ source: 'user' as const, file, content: readBounded(file, MAX_AGENT_BYTES) })),
    ...plugins.flatMap((plugin) =>
      plugin.parts.agents
        .map((path) => join(plugin.root, path))
        .map((file) => ({ source: 'plugin' as const, file, content: readBounded(file, MAX_AGENT_BYTES), plugin })),
    ),
  ];
  const byName = new Map<string, AgentDefinition>();
  const problems: SettingsProblem[] = [];
  // For an untrusted repository, the list of what it supplies shows the same.
  for (const candidate of candidates.filter(({ source }) => trusted || source !== 'project')) {
    const { file } = candidate;
    const parsed = parse(candidate);
    if (!parsed) continue;
    if ('skipped' in parsed) {
      problems.push({ file, message: `This agent is ignored. ${parsed.skipped}` });
      continue;
    }
    const { definition, warnings } = parsed;
    problems.push(...warnings.map((message) => ({ file, message, partly: true as const })));
    const first = byName.get(definition.name);
    if (!first) byName.set(definition.name, definition);
    else if (first.source === definition.source && dirname(first.file ?? '') === dirname(file))
      problems.push({ file, message: `This agent is ignored. ${first.file ?? ''} describes an agent of the same name.` });
  }
  const found = repositoryAgentFolders(realPath(projectDir), dirname(user)).map(findAgentFiles);
  const looked = found.flatMap(({ folders }) => folders);
  const outside = found.flatMap(({ refused }) => refused);
  problems.push(...outside.map((file) => ({ file, message: 'This agent is ignored. It is a link that leads out of the repository.' })));
  return {
    definitions: [...byName.values()],
    paths: [...new Set([...candidates.map(({ file }) => file), ...managed.folders, ...looked, ...own.folders])],
    problems,
  };
}

function parse({ source, file, content, plugin }: Candidate): ParsedAgent | undefined {
  if (content.kind === 'missing') return undefined;
  if (content.kind !== 'text') return { skipped: content.reason };
  const parsed = parseAgentFile(content.text, { source, file });
  return plugin ? ofPlugin(parsed, plugin) : parsed;
}

/** Named after its plugin, and without what would widen its permissions. */
function ofPlugin(parsed: ParsedAgent, { name, variables }: ActivePlugin): ParsedAgent {
  if ('skipped' in parsed) return parsed;
  const { permissionMode, mcpServers, ...definition } = parsed.definition;
  const warnings = [
    ...(permissionMode === undefined ? [] : ['Its “permissionMode” has no effect: plugins can’t choose the mode.']),
    ...(mcpServers === undefined ? [] : ['Its “mcpServers” has no effect: a plugin’s servers are those of the plugin.']),
  ];
  return {
    definition: { ...definition, name: `${name}:${definition.name}`, prompt: fillIn(definition.prompt, variables, 'model') },
    warnings: [...parsed.warnings, ...warnings],
  };
}
