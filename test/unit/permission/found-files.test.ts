import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { tempProject } from '../settings/temp-project.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

/** Decides lines in a project with many files, a `.env` and dependencies with a folder of odd names, and these links. */
function project(
  links: Readonly<Record<string, string>> = {},
  deny: readonly string[] = ['Read(./.env)', 'Read(./.env.*)'],
  allow: readonly string[] = [],
) {
  const { projectDir, homeDir, stateDir } = tempProject();
  const write = (file: string): void => {
    mkdirSync(dirname(join(projectDir, file)), { recursive: true });
    writeFileSync(join(projectDir, file), 'x\n');
  };
  for (let n = 0; n < 250; n++) write(`src/part-${n % 10}/file-${n}.ts`);
  for (const file of ['.env', '.env.local', 'README.md', 'node_modules/one/a.ts', 'node_modules/one/two words.ts']) write(file);
  for (const [link, target] of Object.entries(links)) symlinkSync(target, join(projectDir, link));
  const entries = (behavior: RuleEntry['behavior'], texts: readonly string[]) =>
    texts.map((text): RuleEntry => ({ id: text, behavior, source: 'project', text }));
  const rules = [...entries('deny', deny), ...entries('allow', allow)];
  const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
  return (command: string) =>
    engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context).behavior;
}

describe('rules against reading hidden files, beside a search that can’t meet them', () => {
  it.each([
    'grep -rn foo src',
    'grep -rn foo --include=*.ts .',
    'grep -rn foo --include="*.ts" --include="*.tsx" --exclude=x.ts .',
    'grep -rn foo --exclude-dir=node_modules --include "*.md"',
    'find . -name "*.ts" -exec grep -l foo {} +',
    'find . -type f -name "*.ts" -exec wc -l {} \\;',
    'find . \\( -name "*.ts" -o -name "*.tsx" \\) -exec grep -l foo {} +',
    'find . -name "*.ts" -a -size +1 -print0 | xargs -0 grep foo',
    'find . -name README.md -exec head -5 {} +',
    'find src -type f -exec cat {} +',
    // Words of a name would be cut, but not of a folder that is left out.
    'find . -name "*.ts" -not -path "*/node_modules/*" | xargs grep -l foo',
    'find . ! -path "./node_modules/*" -name "*.ts" | xargs grep -l foo',
    'find . -path ./node_modules -prune -o -name "*.ts" -print | xargs grep foo',
    'find . -type d \\( -name node_modules -o -name dist \\) -prune -o -name "*.ts" -print | xargs grep foo',
  ])('runs %s', (line) => expect(project()(line)).toBe('allow'));

  it.each([
    'grep -rn foo .',
    'grep -rn foo --exclude=x --include=*.ts .',
    'grep -rn foo --include=*local .',
    'grep -rn foo --include=".e*" .',
    'grep -rn foo --exclude-dir=src .',
    'find . -exec cat {} +',
    'find . ! -name "*.ts" -exec cat {} +',
    'find . -name "*.ts" -o -exec cat {} +',
    'find . -exec cat {} + -name "*.ts"',
    'find . -name "*.ts" -print -o -name ".e*" -exec cat {} +',
    'find . \\( -name "*.ts" -o -type f \\) -exec cat {} +',
    'find . -not \\( -name "*.ts" \\) -exec cat {} +',
    'find . -name "*" -exec cat {} +',
    'find . -name "?env" -exec cat {} +',
    'find . -name ".env*" | xargs cat',
    'find . -name "*.ts" , -exec cat {} +',
    'find . -name "*.ts" -exec grep -r foo {} +',
    'find . -name "*.ts" | xargs grep foo',
    'find . -type f -name node_modules -prune -o -name "*.ts" -print | xargs grep foo',
    'find . \\( -name node_modules -a -name x \\) -prune -o -name "*.ts" -print | xargs grep foo',
    'find . ! -name node_modules -prune -o -name "*.ts" -print | xargs grep foo',
    'find . -depth -name node_modules -prune -o -name "*.ts" -print | xargs grep foo',
    'find . ! ! -path "*/node_modules/*" -name "*.ts" | xargs grep foo',
  ])('asks for %s', (line) => expect(project()(line)).toBe('ask'));

  it('follows links by their names', () => {
    expect(project({ 'a.ts': '.env' })('find . -name "*.ts" -exec cat {} +')).not.toBe('allow');
    expect(project({ 'src/a.ts': '../.env.local' })('grep -Rn foo --include=*.ts src')).not.toBe('allow');
    expect(project({ folder: 'node_modules' })('find . -name "*.ts" -exec cat {} +')).toBe('allow');
    expect(project({ folder: '..' })('grep -Rn foo --include=*.ts .')).toBe('ask');
  });

  it.each(['find . -name "*.ts" -exec cat {} +', 'grep -Rn x src', 'find . -name "*.ts" -print0 | xargs -0 cat'])(
    'trusts no names where a link hides the others: %s',
    (line) => {
      const links = { 'src/a.ts': '..', 'src/b.ts': '../.env', 'src/z.ts': '..' };
      expect(project(links, ['Read(./.env)'], ['Bash'])(line)).not.toBe('allow');
    },
  );

  it.each(['unzip -o a.zip', 'tar xf a.tar', 'git clone https://example.com/x src/new'])(
    'trusts no names after %s, which may make links',
    (first) => {
      const decide = project({}, ['Read(./.env)'], ['Bash']);
      expect(decide(`${first} && find . -name "*.ts" -exec cat {} +`)).not.toBe('allow');
      expect(decide(`${first}; grep -Rn foo src`)).not.toBe('allow');
    },
  );

  it('knows what is in hidden folders', () => {
    const decide = project({ 'src/.secrets': '..' }, ['Read(.secrets/**)']);
    expect(decide('grep -rn foo src')).toBe('ask');
    expect(decide('grep -rn foo node_modules')).toBe('allow');
  });

  it('doesn’t know the names behind other patterns', () => {
    const decide = project({}, ['Read(**/*.pem)', 'Read(secrets/**)']);
    expect(decide('grep -rn foo src')).toBe('ask');
    expect(decide('find . -type f -exec cat {} +')).toBe('ask');
  });
});
