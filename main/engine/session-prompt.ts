import { dirname } from 'node:path';
import { readGitState } from '#main/agent/system-prompt/git-state.ts';
import { readInstructions, type InstructionFile } from '#main/agent/system-prompt/instructions.ts';
import { buildSystemPrompt, type SystemPrompt } from '#main/agent/system-prompt/system-prompt.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { OpenProject } from './open-project.ts';

export interface SessionPromptOptions {
  readonly project: OpenProject;
  readonly homeDir: string;
  readonly shellEnv: Readonly<Record<string, string>>;
  readonly model: string;
  readonly isNonInteractive: boolean;
}

export function instructionFiles(
  { project, homeDir }: Pick<SessionPromptOptions, 'project' | 'homeDir'>,
  mayRead: (path: string) => boolean,
): InstructionFile[] {
  const { trusted, paths } = project.settings.current();
  const { projectDir } = project;
  const userDir = dirname(paths.user);
  return readInstructions({ cwd: projectDir, projectDir, homeDir, userDir, managedDir: paths.managedDir, trusted, mayRead });
}

export async function systemPromptFor(
  options: SessionPromptOptions,
  tools: readonly Tool[],
  instructions: readonly InstructionFile[],
): Promise<SystemPrompt> {
  const { project, homeDir, shellEnv } = options;
  const { trusted } = project.settings.current();
  const { projectDir } = project;
  return buildSystemPrompt({
    projectDir,
    cwd: projectDir,
    homeDir,
    date: new Date().toISOString().slice(0, 10),
    platform: process.platform,
    // Commands run in bash, whatever the user's own shell is.
    shell: 'bash',
    git: await readGitState(projectDir, trusted, { ...shellEnv }),
    tools: tools.map(({ name }) => name),
    model: options.model,
    isNonInteractive: options.isNonInteractive,
    trusted,
    instructions,
  });
}
