import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { git, gitReading, type TempProject, tempProject } from '../settings/temp-project.ts';

const engine = await createPermissionEngine();

/** Decides commands in a folder, with a rule against reading `.env`. */
export function decideIn(projectDir: string, { homeDir, stateDir }: TempProject, allow: readonly string[] = []) {
  const rule = (behavior: 'allow' | 'deny', text: string): RuleEntry => ({ id: text, behavior, source: 'project', text });
  const rules = [rule('deny', 'Read(./.env)'), ...allow.map((text) => rule('allow', text))];
  const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
  return (command: string): string =>
    engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context).behavior;
}

/** What `git fast-import` makes the history of. */
function history(): string {
  const person = `a <a@b> ${Math.floor(Date.now() / 1000)} +0000`;
  const data = (text: string): string => `data ${text.length}\n${text}\n`;
  const commit = (branch: string, mark: number, files: Readonly<Record<string, string | undefined>>, from?: number): string => {
    const changes = Object.entries(files).map(([name, text]) =>
      text === undefined ? `D ${name}\n` : `M 100644 inline ${name}\n${data(text)}`,
    );
    const parent = from === undefined ? '' : `from :${from}\n`;
    return `commit refs/heads/${branch}\nmark :${mark}\ncommitter ${person}\n${data(`commit ${mark}`)}${parent}${changes.join('')}\n`;
  };
  const tag = (name: string, mark: number): string => `tag ${name}\nfrom :${mark}\ntagger ${person}\n${data(name)}`;
  const lines = 'a\n'.repeat(50);
  const parts = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`src/parts/part-${n}.ts`, `${n}\n`]));
  // What was read once is known by its name, so no two tests have the same.
  const first = { ...parts, 'src/parts/own.ts': randomUUID(), 'src/a.ts': lines, '.gitignore': '.env\n', '.env': 'KEY=1\n' };
  return [
    commit('main', 1, first),
    tag('old', 1),
    commit('main', 2, { '.env': undefined }, 1),
    commit('main', 3, { 'src/a.ts': `${lines}b\n`, 'src/b.ts': 'b\n' }, 2),
    tag('plain', 3),
    commit('keys', 4, { '.env': 'KEY=2\n' }, 3),
    commit('main', 5, { 'src/a.ts': `${lines}c\n` }, 3),
    commit('main', 6, { 'src/parts/part-7.ts': 'more\n' }, 5),
  ].join('');
}

/**
 * A repository in which `.env` was in the first commit, which has the tag `old`, and is on the branch `keys`. It is in none of the last three
 * commits of `main`, the first of which has the tag `plain`.
 */
export function repositoryOnceWithKeys(...init: readonly string[]) {
  const temp = tempProject();
  const dir = temp.projectDir;
  const write = (file: string, content: string): void => {
    mkdirSync(join(dir, file, '..'), { recursive: true });
    writeFileSync(join(dir, file), content);
  };
  git(dir, 'init', ...init);
  gitReading(history(), dir, 'fast-import', '--quiet');
  git(dir, 'reset', '--hard');
  write('.env', 'KEY=3\n');
  return { temp, dir, write, run: (...args: string[]) => git(dir, ...args).trim(), decide: decideIn(dir, temp) };
}
