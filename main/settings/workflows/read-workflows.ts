import { dirname, join, resolve } from 'node:path';
import type { SavedWorkflow } from '#main/tool/services/workflows.ts';
import { realPath } from '../real-path.ts';
import type { RepositorySupplies } from '../repository-supplies.ts';
import type { SettingsPaths } from '../settings-paths.ts';
import { isWorkflowName, readWorkflowFile, repositoryWorkflowFolders, workflowFiles } from './workflow-files.ts';

interface WorkflowSources {
  readonly projectDir: string;
  readonly paths: Pick<SettingsPaths, 'user'>;
  /** What trust was checked against. */
  readonly supplies: RepositorySupplies;
  readonly trusted: boolean;
}

interface ReadWorkflows {
  readonly workflows: readonly SavedWorkflow[];
  /** All files and folders that were searched, absolute. */
  readonly paths: readonly string[];
}

/** The saved workflows, one of each name: the repository's (nearest folder first), once it is trusted, then the user's. */
export function readWorkflows({ projectDir, paths, supplies, trusted }: WorkflowSources): ReadWorkflows {
  const userDir = dirname(paths.user);
  const ownFolder = join(userDir, 'workflows');
  const own = workflowFiles(ownFolder);
  const supplied = [...supplies].filter(([name]) => isWorkflowName(name));
  const found = [
    ...supplied.map(([name, content]) => ({ source: 'project' as const, file: resolve(projectDir, name), content })),
    ...own.map((file) => ({ source: 'user' as const, file, content: readWorkflowFile(file) })),
  ];
  const byName = new Map<string, SavedWorkflow>();
  for (const { source, file, content } of found) {
    if (content.kind !== 'text' || (source === 'project' && !trusted)) continue;
    const name = file.replace(/^.*[\\/]/u, '').replace(/\.js$/u, '');
    if (!byName.has(name)) byName.set(name, { name, file, source, text: content.text });
  }
  const folders = [...repositoryWorkflowFolders(realPath(projectDir), userDir), ownFolder];
  return { workflows: [...byName.values()], paths: [...folders, ...found.map(({ file }) => file)] };
}
