import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileCompletion } from '#main/engine/session/file-completion.ts';

let projectDir: string;
beforeEach(() => {
  projectDir = mkdtempSync(path.join(tmpdir(), 'completion-'));
  mkdirSync(path.join(projectDir, '.git'));
  mkdirSync(path.join(projectDir, 'made'));
  writeFileSync(path.join(projectDir, '.gitignore'), 'made\n');
  for (const name of ['a.ts', 'secret.ts', 'made/b.ts']) writeFileSync(path.join(projectDir, name), '');
});
afterEach(() => rmSync(projectDir, { recursive: true }));

it.each([
  [true, ['a.ts']],
  [false, ['a.ts', 'made/b.ts']],
])('completes names; leaves out what git ignores: %s', async (respectsGitignore, files) => {
  const completion = new FileCompletion({
    projectDir,
    ripgrepPath: rgPath,
    mayRead: (file) => !file.endsWith('secret.ts'),
    respectsGitignore: () => respectsGitignore,
  });
  expect((await completion.find('.ts')).files.toSorted()).toEqual(files);
});
