import { dirname } from 'node:path';
import { readGitState } from '#main/agent/system-prompt/git-state.ts';
import {
  instructionsForFile,
  type InstructionOptions,
  readInstructions,
  type InstructionFile,
} from '#main/agent/system-prompt/instructions.ts';
import { buildSystemPrompt, type SystemPrompt } from '#main/agent/system-prompt/system-prompt.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { OpenSessionOptions } from './open-session-options.ts';

type Where = Pick<OpenSessionOptions, 'project' | 'homeDir'>;

export function instructionFiles(where: Where, mayRead: (path: string) => boolean): InstructionFile[] {
  return readInstructions(instructionOptions(where, mayRead));
}

/** Further instruction files for a file that a call has touched. */
export function instructionsTouching(file: string, where: Where, mayRead: (path: string) => boolean): InstructionFile[] {
  return instructionsForFile(file, instructionOptions(where, mayRead));
}

function instructionOptions({ project, homeDir }: Where, mayRead: (path: string) => boolean): InstructionOptions {
  const { trusted, paths } = project.settings.current();
  const { projectDir } = project;
  const userDir = dirname(paths.user);
  return { cwd: projectDir, projectDir, homeDir, userDir, managedDir: paths.managedDir, trusted, mayRead };
}

export async function systemPromptFor(
  options: OpenSessionOptions,
  tools: readonly Tool[],
  instructions: readonly InstructionFile[],
): Promise<SystemPrompt> {
  const { project, homeDir, shellEnv } = options;
  const { trusted, style } = project.settings.current();
  const { projectDir } = project;
  return buildSystemPrompt({
    style,
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

/**
 * The instruction files that auto mode's classifier follows: the trusted ones of those the session was opened with; the user's own once the
 * folder has lost its trust. `readAgain` reads the files as of now.
 */
export function trustedInstructions(
  settings: () => Pick<LoadedSettings, 'trusted'>,
  files: readonly InstructionFile[],
  readAgain: () => readonly InstructionFile[],
): () => readonly InstructionFile[] {
  const wasTrusted = settings().trusted;
  const atStart = files.filter(({ trusted }) => trusted);
  let own: readonly InstructionFile[] | undefined;
  return () => {
    if (settings().trusted || !wasTrusted) return atStart;
    own ??= readAgain().filter(({ trusted }) => trusted);
    return own;
  };
}
