import { join, dirname, resolve } from 'node:path';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { parseAgentFile, type ParsedAgent } from './agent-definition-file.ts';
import { findAgentFiles, MAX_AGENT_BYTES, repositoryAgentFolders } from './agent-files.ts';
import type { SettingsProblem } from '../loaded-settings.ts';
import { readBounded, type FileText } from '#main/tool/read-bounded.ts';
import { realPath } from '../real-path.ts';
import { isAgentName, type RepositorySupplies } from '../repository-supplies.ts';
import type { SettingsPaths } from '../settings-paths.ts';

export interface AgentSources {
  readonly projectDir: string;
  readonly paths: Pick<SettingsPaths, 'managedDir' | 'user'>;
  /** What trust was checked against. */
  readonly supplies: RepositorySupplies;
  readonly trusted: boolean;
}

interface ReadAgents {
  readonly definitions: readonly AgentDefinition[];
  readonly paths: readonly string[];
  readonly problems: readonly SettingsProblem[];
}

interface Candidate {
  readonly source: 'managed' | 'project' | 'user';
  readonly file: string;
  readonly content: FileText;
}

/**
 * The agent types that files define. Of several with one name, the administrator's comes first, then the project's (nearest folder first),
 * then the user's. A file that can't be used is reported with the reason and ignored.
 */
export function readAgents({ projectDir, paths, supplies, trusted }: AgentSources): ReadAgents {
  const { managedDir, user } = paths;
  const managedFolder = managedDir === null ? undefined : { path: join(managedDir, '.claude', 'agents'), within: undefined };
  const managed = managedFolder ? findAgentFiles(managedFolder) : { files: [], folders: [], refused: [] };
  const own = findAgentFiles({ path: join(dirname(user), 'agents'), within: undefined });
  const repositoryFiles = [...supplies].filter(([name]) => isAgentName(name));
  const candidates: Candidate[] = [
    ...managed.files.map((file) => ({ source: 'managed' as const, file, content: readBounded(file, MAX_AGENT_BYTES) })),
    ...repositoryFiles.map(([name, content]) => ({ source: 'project' as const, file: resolve(projectDir, name), content })),
    ...own.files.map((file) => ({ source: 'user' as const, file, content: readBounded(file, MAX_AGENT_BYTES) })),
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

function parse({ source, file, content }: Candidate): ParsedAgent | undefined {
  if (content.kind === 'missing') return undefined;
  return content.kind === 'text' ? parseAgentFile(content.text, { source, file }) : { skipped: content.reason };
}
