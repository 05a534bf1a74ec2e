import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { Decision } from '#shared/permission/decision.ts';
import { git, type TempProject } from '../../settings/temp-project.ts';
import { isReadOnly, MONITOR, repository } from './git-repository-fixture.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

describe('a read-only git command asks when the repository’s configuration', () => {
  it.each([
    ['names a monitor', MONITOR],
    ['names one on the line of its section header', '[core] fsmonitor = ./run.sh\n'],
    ['names one after two section headers', '[user][core]fsmonitor=./run.sh\n'],
    ['names one after a header that contains a bracket', '[filter "a]b"]clean = ./run.sh\n'],
    ['starts with a byte order mark', '\uFEFF[core]\n\tfsmonitor = ./run.sh\n'],
    ['shows files with a program', '[diff "x"]\n\ttextconv = ./run.sh\n'],
    ['includes another file', '[include]\n\tpath = ../more\n'],
    ['includes another file after another header', '[core] [include] path = ../more\n'],
    ['fetches missing objects', '[remote "origin"]\n\tpromisor = true\n\turl = ext::./run.sh\n'],
    ['fetches missing objects, in short form', '[remote "origin"]\n\tpromisor\n\turl = ext::./run.sh\n'],
    ['merges with a program, which log and show run to compare', '[merge "x"]\n\tdriver = ./run.sh\n[log]\n\tdiffMerges = remerge\n'],
    ['replaces an old command by an alias', '[alias]\n\twhatchanged = !./run.sh\n'],
    ['names the remote program', '[remote "origin"]\n\tuploadpack = ./run.sh\n'],
    ['sets another folder as worktree', '[core]\n\tworktree = ../../home\n'],
    ['is too long', `# ${'x'.repeat(2 * 1024 * 1024)}\n`],
  ])('%s', (_what, config) => {
    const temp = repository();
    writeFileSync(join(temp.projectDir, '.git/config'), config);
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it.each([
    ['is the default', ''],
    ['lets git’s own monitor run', '[core]\n\tfsmonitor = true\n'],
    ['names a server', '[remote "origin"]\n\turl = https://example.com/helper=1\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n'],
    ['sets its own worktree', '[core]\n\tworktree = ..\n'],
  ])('but not when it %s', (_what, more) => {
    const temp = repository();
    git(temp.projectDir, 'config', 'user.name', 'a');
    writeFileSync(join(temp.projectDir, '.git/config'), more, { flag: 'a' });
    expect(isReadOnly('git status', temp)).toBe(true);
  });

  it('is in a worktree’s own file', () => {
    const temp = repository();
    temp.write('project/.git/config.worktree', MONITOR);
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('is shared from another folder', () => {
    const temp = repository();
    temp.write('project/.git/commondir', '../shared\n');
    temp.write('project/shared/config', MONITOR);
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('is the project’s own, whose .git is no repository', () => {
    const temp = repository();
    for (const name of ['HEAD', 'objects', 'refs', 'config']) renameSync(join(temp.projectDir, '.git', name), join(temp.projectDir, name));
    expect(isReadOnly('git status', temp)).toBe(true);
    temp.write('project/config', MONITOR);
    expect(isReadOnly('git status', temp)).toBe(false);
  });
});

describe('a folder that a clone could contain is a repository to git', () => {
  it.each([
    ['with all its parts', (dir: string) => ['HEAD', 'objects', 'refs'].forEach((name) => mkdirSync(join(dir, name)))],
    [
      'with most of them elsewhere',
      (dir: string) => {
        writeFileSync(join(dir, 'HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(dir, 'commondir'), 'rest\n');
        for (const name of ['objects', 'refs']) mkdirSync(join(dir, 'rest', name), { recursive: true });
        writeFileSync(join(dir, 'rest/config'), MONITOR);
      },
    ],
    [
      'with a head that is a link to nowhere',
      (dir: string) => {
        symlinkSync('refs/heads/main', join(dir, 'HEAD'));
        for (const name of ['objects', 'refs']) mkdirSync(join(dir, name));
      },
    ],
  ])('%s', (_what, make) => {
    const temp = repository();
    mkdirSync(join(temp.projectDir, 'data'));
    expect(isReadOnly('git -C data log', temp)).toBe(true);
    make(join(temp.projectDir, 'data'));
    expect(isReadOnly('git -C data log', temp)).toBe(false);
  });
});

describe('a repository that shows what lies outside the project', () => {
  /** The project, whose commits no other repository lends, and a private one with a commit. */
  function withPrivate(): { readonly temp: TempProject; readonly secret: string } {
    const temp = repository();
    const secret = join(temp.root, 'private');
    mkdirSync(secret);
    git(secret, 'init');
    git(secret, 'commit', '--allow-empty', '-m', 'first');
    expect(isReadOnly('git log', temp)).toBe(true);
    return { temp, secret };
  }

  it.each([
    ['borrows its objects', ({ project, secret }) => writeFileSync(`${project}/.git/objects/info/alternates`, `${secret}/.git/objects\n`)],
    [
      'names it by a relative path',
      ({ project }) => writeFileSync(`${project}/.git/objects/info/alternates`, '../../../private/.git/objects\n'),
    ],
    [
      'borrows through a folder of its own',
      ({ project, secret }) => {
        mkdirSync(`${project}/store/info`, { recursive: true });
        writeFileSync(`${project}/store/info/alternates`, `${secret}/.git/objects\n`);
        writeFileSync(`${project}/.git/objects/info/alternates`, '../../store\n');
      },
    ],
    ['quotes the name', ({ project }) => writeFileSync(`${project}/.git/objects/info/alternates`, '"../../../priv\\141te/.git/objects"\n')],
    [
      'links to its objects',
      ({ project, secret }) => {
        rmSync(`${project}/.git/objects`, { recursive: true });
        symlinkSync(`${secret}/.git/objects`, `${project}/.git/objects`);
      },
    ],
    [
      'links to a pack',
      ({ project, secret }) => {
        mkdirSync(`${project}/.git/objects/pack`, { recursive: true });
        symlinkSync(`${secret}/.git/objects/pack/x.pack`, `${project}/.git/objects/pack/x.pack`);
      },
    ],
    [
      'links to its packs',
      ({ project, secret }) => {
        rmSync(`${project}/.git/objects/pack`, { recursive: true });
        symlinkSync(`${secret}/.git/objects/pack`, `${project}/.git/objects/pack`);
      },
    ],
    [
      'is a link to it',
      ({ project, secret }) => {
        rmSync(`${project}/.git`, { recursive: true });
        symlinkSync(`${secret}/.git`, `${project}/.git`);
      },
    ],
    [
      'is a file that names it',
      ({ project, secret }) => {
        rmSync(`${project}/.git`, { recursive: true });
        writeFileSync(`${project}/.git`, `gitdir: ${secret}/.git\n`);
      },
    ],
    [
      'pretends to be its worktree',
      ({ project, secret }) => {
        rmSync(`${project}/.git`, { recursive: true });
        mkdirSync(`${project}/g`);
        writeFileSync(`${project}/g/commondir`, `${secret}/.git\n`);
        writeFileSync(`${project}/g/gitdir`, `${project}/.git\n`);
        writeFileSync(`${project}/g/HEAD`, 'ref: refs/heads/main\n');
        writeFileSync(`${project}/.git`, 'gitdir: g\n');
      },
    ],
  ] satisfies readonly (readonly [string, (at: { project: string; secret: string }) => void])[])('%s', (_what, change) => {
    const { temp, secret } = withPrivate();
    change({ project: temp.projectDir, secret });
    expect(isReadOnly('git log', temp)).toBe(false);
    expect(isReadOnly('git branch', temp)).toBe(false);
  });

  it('but not a worktree or a submodule, whose repository refers back to it', () => {
    const { temp, secret } = withPrivate();
    const worktree = join(temp.root, 'tree');
    git(secret, 'worktree', 'add', worktree);
    expect(isReadOnly('git log', { ...temp, projectDir: worktree })).toBe(true);
    git(temp.projectDir, '-c', 'protocol.file.allow=always', 'submodule', 'add', secret, 'part');
    expect(isReadOnly('git status', temp)).toBe(true);
    expect(isReadOnly('git log', { ...temp, projectDir: join(temp.projectDir, 'part') })).toBe(true);
  });

  it('but not objects borrowed within the project', () => {
    const { temp } = withPrivate();
    mkdirSync(join(temp.projectDir, 'store'));
    writeFileSync(join(temp.projectDir, '.git/objects/info/alternates'), '# own\n../../store\n');
    expect(isReadOnly('git log', temp)).toBe(true);
  });
});

describe('git reads another checkout', () => {
  const LOOKS = [
    'git -C ../other status',
    'cd ../other && git log --oneline -3',
    'cd ../other/src && git diff',
    'git -C $OTHER show HEAD:a.txt',
  ];

  interface TwoCheckouts {
    readonly temp: TempProject;
    readonly other: string;
    readonly decide: (line: string, allow?: readonly string[]) => Decision;
  }

  function twoCheckouts(): TwoCheckouts {
    const temp = repository();
    const other = join(temp.projectDir, '../other');
    mkdirSync(join(other, 'src'), { recursive: true });
    git(other, 'init');
    const { projectDir, homeDir, stateDir } = temp;
    const decide = (line: string, allow: readonly string[] = []): Decision => {
      const rules = allow.map((text, index) => ({ id: String(index), behavior: 'allow', source: 'session', text }) as const);
      const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
      const command = line.replaceAll('$OTHER', other);
      return engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context);
    };
    return { temp, other, decide };
  }

  it('asks once, and not again with the suggested rule', () => {
    const { decide } = twoCheckouts();
    for (const line of LOOKS) {
      const asked = decide(line);
      const [first] = asked.suggestions;
      expect(asked.behavior, line).toBe('ask');
      const rules = first?.type === 'addRules' ? first.rules : [];
      expect(rules).toEqual([expect.stringMatching(/^Read\(\/.*\/other\/\*\*\)$/u)]);
      expect(LOOKS.filter((next) => decide(next, rules).behavior !== 'allow')).toEqual([]);
    }
  });

  it('asks there for anything but reading', () => {
    const { decide, other } = twoCheckouts();
    const lines = [
      'git -C $OTHER fetch',
      'cd ../other && git add a',
      'git -C $OTHER log --output=x',
      'cd ../other && git checkout .',
      'git -C $OTHER/.. status',
    ];
    expect(lines.filter((line) => decide(line, [`Read(/${other}/**)`]).behavior === 'allow')).toEqual([]);
  });

  it.each<[string, (other: string) => void]>([
    ['its configuration names a program', (other) => writeFileSync(join(other, '.git/config'), MONITOR, { flag: 'a' })],
    [
      'its files are in another folder',
      (other) => {
        renameSync(join(other, '.git'), join(other, '../elsewhere'));
        writeFileSync(join(other, '.git'), 'gitdir: ../elsewhere\n');
      },
    ],
    [
      'it is a .git folder',
      (other) => ['HEAD', 'objects', 'refs'].forEach((name) => renameSync(join(other, '.git', name), join(other, name))),
    ],
    ['it has a hook that runs on reading', (other) => writeFileSync(join(other, '.git/hooks/post-index-change'), '')],
  ])('asks where %s', (_what, make) => {
    const { decide, other } = twoCheckouts();
    mkdirSync(join(other, '.git/hooks'), { recursive: true });
    make(other);
    expect(decide('git -C $OTHER status', [`Read(/${other}/**)`]).behavior).toBe('ask');
  });

  it('asks when an earlier part of the line may change it', () => {
    const { decide, other } = twoCheckouts();
    expect(decide(`mv a ${other}/src/.git && git -C ${other}/src status`, [`Edit(/${other}/**)`, 'Bash(mv *)']).behavior).toBe('ask');
  });

  it('a deny rule for a file in it applies', () => {
    const { temp, other } = twoCheckouts();
    const { projectDir, homeDir, stateDir } = temp;
    const rule = (behavior: 'allow' | 'deny', text: string) => ({ id: text, behavior, source: 'user', text }) as const;
    const rules = [rule('allow', `Read(/${other}/**)`), rule('deny', `Read(/${other}/.env)`)];
    writeFileSync(join(other, '.env'), '');
    const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
    const decide = (command: string) =>
      engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context);
    expect(decide(`git -C ${other} diff`).behavior).toBe('ask');
    expect(decide(`cd ${other} && git show HEAD:.env`).behavior).toBe('deny');
    expect(decide(`git -C ${other} status`).behavior).toBe('allow');
  });
});
