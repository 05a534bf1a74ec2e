import { dirname } from 'node:path';
import { readGitState } from '#main/agent/system-prompt/git-state.ts';
import {
  instructionsForFile,
  type InstructionOptions,
  readInstructions,
  type InstructionFile,
} from '#main/agent/system-prompt/instructions.ts';
import { buildSystemPrompt, type SystemPrompt } from '#main/agent/system-prompt/system-prompt.ts';
import { agentMemoryFolder } from '#main/settings/memory/memory-folder.ts';
import { readMemory, type MemoryNotes } from '#main/settings/memory/read-memory.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { OutsideImport } from '#main/agent/system-prompt/outside-import.ts';
import type { InstructionImport } from '#main/settings/import-approvals.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { SessionPlace } from '#shared/permission/call-place.ts';
import type { OpenSessionOptions } from './open-session-options.ts';

type Where = Pick<OpenSessionOptions, 'project' | 'homeDir'>;

export function instructionFiles(where: Where, mayRead: (path: string) => boolean, onRefused?: OnRefused): InstructionFile[] {
  return readInstructions(instructionOptions(where, mayRead, onRefused));
}

/** Further instruction files for a file that a call has touched. */
export function instructionsTouching(
  file: string,
  where: Where,
  mayRead: (path: string) => boolean,
  onRefused: OnRefused,
): InstructionFile[] {
  return instructionsForFile(file, instructionOptions(where, mayRead, onRefused));
}

type OnRefused = (one: OutsideImport) => void;

function instructionOptions({ project, homeDir }: Where, mayRead: (path: string) => boolean, onRefused?: OnRefused): InstructionOptions {
  const { trusted, paths, instructionExcludes: excludes } = project.settings.current();
  const { projectDir } = project;
  const imports = { isAllowed: (one: InstructionImport) => project.imports.isAllowed(one), onRefused };
  const userDir = dirname(paths.user);
  return { cwd: projectDir, projectDir, homeDir, userDir, managedDir: paths.managedDir, trusted, mayRead, excludes, imports };
}

interface PromptParts {
  readonly tools: readonly Tool[];
  readonly instructions: readonly InstructionFile[];
  readonly isSimple: boolean;
  readonly place: SessionPlace | undefined;
}

export async function systemPromptFor(
  options: OpenSessionOptions,
  { tools, instructions, isSimple, place }: PromptParts,
): Promise<SystemPrompt> {
  const { project, homeDir, shellEnv } = options;
  const { trusted, style, memoryFolder } = project.settings.current();
  const { projectDir } = project;
  // In the project, the repository may have written it.
  const counts = !isSimple && memoryFolder !== undefined && (trusted || !isInside(memoryFolder, projectDir));
  const memory = counts ? readMemory(memoryFolder) : undefined;
  return buildSystemPrompt({
    memory: memory && 'notes' in memory ? memory.notes : undefined,
    style,
    projectDir,
    cwd: projectDir,
    homeDir,
    date: new Date().toISOString().slice(0, 10),
    platform: process.platform,
    // Commands run in bash, whatever the user's own shell is.
    shell: 'bash',
    place,
    git: await readGitState(projectDir, trusted, { ...shellEnv }),
    tools: tools.map(({ name }) => name),
    model: options.model,
    isNonInteractive: options.isNonInteractive,
    trusted,
    instructions,
  });
}

/** The notes that an agent type keeps. Those in the project's folder count only once it is trusted. */
export function agentMemory({ project }: Where, { memory, name }: AgentDefinition): MemoryNotes | undefined {
  const { trusted, paths, memoryFolder } = project.settings.current();
  if (memory === undefined || memoryFolder === undefined || (memory !== 'user' && !trusted)) return undefined;
  const read = readMemory(agentMemoryFolder(memory, name, { projectDir: project.projectDir, userSettings: paths.user }));
  return 'notes' in read ? read.notes : undefined;
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
