import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { git, tempProject, type TempProject } from '../../settings/temp-project.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

/** Whether a command counts as one that only reads, without any rule. */
export function isReadOnly(command: string, { projectDir, homeDir, stateDir }: TempProject): boolean {
  return engine.isReadOnlyCommand(command, projectDir, makePermissionContext({ projectDir, homeDir, stateDir, rules: [] }));
}

export function repository(): TempProject {
  const temp = tempProject();
  git(temp.projectDir, 'init');
  return temp;
}

/** A repository at `path` with one commit, in the index of the outer one. */
export function addSubmodule(temp: TempProject, path: string, format = 'sha1'): string {
  const dir = join(temp.projectDir, path);
  mkdirSync(dir, { recursive: true });
  git(dir, 'init', `--object-format=${format}`);
  git(dir, 'commit', '--allow-empty', '-m', 'first');
  git(temp.projectDir, 'add', path);
  return dir;
}

/** Configuration that makes `git status` run a program of the project. */
export const MONITOR = '[core]\n\tfsmonitor = ./run.sh\n';
