import { join } from 'node:path';
import {
  type InstructionFile,
  type InstructionOptions,
  instructionsForFile,
  readInstructions,
} from '#main/agent/system-prompt/instructions.ts';
import type { TempProject } from '#test/unit/settings/temp-project.ts';

export function read(temp: TempProject, more: Partial<InstructionOptions> = {}): InstructionFile[] {
  const { projectDir, homeDir, managedDir } = temp;
  return readInstructions({ cwd: projectDir, projectDir, homeDir, userDir: join(homeDir, '.claude'), managedDir, trusted: false, ...more });
}

export function forFile(temp: TempProject, file: string, more: Partial<InstructionOptions> = {}): InstructionFile[] {
  const { projectDir, homeDir } = temp;
  const options = { cwd: projectDir, projectDir, homeDir, userDir: join(homeDir, '.claude'), managedDir: null, trusted: true, ...more };
  return instructionsForFile(join(projectDir, file), options);
}

/** Only files of the test's folder: the machine may have some above it. */
export const names = (temp: TempProject, files: readonly InstructionFile[]): string[] =>
  files.filter(({ path }) => path.startsWith(temp.root)).map(({ path }) => path.slice(temp.root.length + 1));
