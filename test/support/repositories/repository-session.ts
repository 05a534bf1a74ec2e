import { execFileSync } from 'node:child_process';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { Worktrees } from '#main/worktrees/worktrees.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { realTools } from '../real-tools.ts';
import { TestSession, type TestSessionOptions } from '../test-session.ts';

const engine = await createPermissionEngine();

export function localRule(behavior: RuleBehavior, text: string): RuleEntry {
  return { id: `${behavior} ${text}`, behavior, source: 'local', text };
}

export const ALLOW_EVERYTHING = ['Bash', 'Read', 'Edit'].map((tool) => localRule('allow', tool));

export function git(it: TestSession, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: it.project.projectDir, encoding: 'utf8' }).trim();
}

/** A session with real tools in a repository with one commit. */
export function repositorySession(url: string, options: Partial<TestSessionOptions> = {}): TestSession {
  const it = new TestSession({
    url,
    engine,
    equip: realTools(engine),
    files: { 'a.txt': 'one\n', 'secret/key.txt': 'key\n' },
    services: ({ project }) => ({
      worktrees: new Worktrees({ projectDir: project.projectDir, env: process.env }),
    }),
    rules: ALLOW_EVERYTHING,
    ...options,
  });
  git(it, 'init', '--quiet', '--initial-branch=main');
  git(it, 'add', '--all');
  git(it, 'commit', '--quiet', '-m', 'first');
  return it;
}
