import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import type { CommandFact } from '#shared/permission/facts.ts';
import { runIsolated, sandboxProblem } from '#test/fuzz/shell/sandbox.ts';
import { AROUND, COMMANDS, PREPARATIONS } from './bash-command-blocks.ts';
import { LINES, MARKS, PLACES } from './bash-document-blocks.ts';

/** Each shows its name, folder and words; `cat` also passes its input on. */
const PROGRAM = `#!/bin/dash\nprintf '%s\\037' "\${0##*/}" "$PWD" "$@" "\u001E" >> /out/log\n`;
const SHOWN = ['cat', 'ls', 'wc'];
const REAL = 'bash sh dash env timeout nice nohup stdbuf xargs'.split(' ');

const RUN = `PATH=/prog /usr/bin/timeout -k 0.1 2 /bin/bash --norc -c "$1" < /dev/null > /dev/null 2>&1
exec /usr/bin/cat /out/log >&3`;

interface Ran {
  readonly folder: string;
  readonly words: readonly string[];
}

/** The rules under which a line that can't be seen through asks, and rules for each program. */
const RULES: readonly Partial<Record<RuleBehavior, readonly string[]>>[] = [
  { allow: ['Bash'], deny: ['Bash(zz *)', 'Read(zz)'] },
  { allow: [...SHOWN, ...REAL, 'echo', 'printf', ':', 'read', 'cd', 'set', 'trap', 'eval', 'shift'].map((name) => `Bash(${name} *)`) },
  {},
];

describe.skipIf(sandboxProblem() !== undefined)('the programs that bash runs', () => {
  let engine: PermissionEngine;
  let root: string;
  let project: string;
  let programs: string;
  beforeAll(async () => {
    engine = await createPermissionEngine();
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-commands-')));
    project = path.join(root, 'project');
    programs = path.join(root, 'programs');
    makeFiles();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** One name is a command to who reads names again. */
  const makeFiles = (): void => {
    rmSync(root, { recursive: true, force: true });
    for (const folder of ['', 'programs', 'home', 'project', 'project/s']) {
      mkdirSync(path.join(root, folder), { recursive: true });
      chmodSync(path.join(root, folder), 0o777);
    }
    for (const file of ['a', 's/a', '$(ls named)']) writeFileSync(path.join(project, file), 'a\n', { mode: 0o644 });
    for (const name of SHOWN) {
      writeFileSync(path.join(programs, name), `${PROGRAM}${name === 'cat' ? 'exec /usr/bin/cat 2> /dev/null\n' : ''}`, { mode: 0o755 });
      chmodSync(path.join(programs, name), 0o755);
    }
    for (const name of REAL) symlinkSync(`/usr/bin/${name}`, path.join(programs, name));
  };

  const ran = (line: string): Ran[] => {
    makeFiles();
    const mounts = ['--bind', root, root, '--ro-bind', programs, '/prog', '--chdir', project];
    const variables = ['--setenv', 'HOME', path.join(root, 'home'), '--setenv', 'PWD', project];
    return runIsolated([...mounts, ...variables], ['/bin/bash', '--norc', '-c', RUN, 'bash', line])
      .split('\u001E\u001F')
      .filter((call) => call !== '')
      .map((call) => {
        const [name = '', folder = '', ...words] = call.split('\u001F').slice(0, -1);
        return { folder, words: [name, ...words] };
      });
  };

  const seen = (line: string): readonly CommandFact[] | undefined => {
    for (const lists of RULES) {
      const rules = (['deny', 'allow'] as const).flatMap((behavior) =>
        (lists[behavior] ?? []).map((text, at): RuleEntry => ({ id: `${behavior}:${String(at)}`, behavior, source: 'user', text })),
      );
      const context = makePermissionContext({
        projectDir: project,
        homeDir: path.join(root, 'home'),
        stateDir: path.join(root, 'home/g'),
        rules,
      });
      const facts = engine.analyse({ toolName: 'Bash', input: { command: line }, cwd: project }, context);
      if (engine.decide(facts, context).behavior === 'allow') return facts.shell?.commands;
    }
    return undefined;
  };

  const agrees = (line: string): boolean => {
    const commands = seen(line);
    if (commands === undefined) return false;
    const said = JSON.stringify(commands.map(({ argv, paths }) => [argv, paths.map((fact) => fact.path)]));
    // What a here-document inserts by `cat` is a text of the line.
    for (const { folder, words } of ran(line).filter((one) => one.words.join() !== 'cat')) {
      const about = `${JSON.stringify(line)}: ${folder} ${JSON.stringify(words)} of ${said}`;
      const like = commands.filter(({ argv }) => matches(argv, words) || argv.some((_, at) => matches(argv.slice(at), words)));
      expect(like.length, about).toBeGreaterThan(0);
      if (words[0] !== 'cat') continue;
      const known = commands.filter(({ program }) => program === 'cat').flatMap(({ paths }) => paths);
      for (const word of words.slice(1).filter((one) => !one.startsWith('-') && one !== '')) {
        const file = path.resolve(folder, word);
        const isKnown = known.some((fact) => fact.unresolved || [fact, ...fact.matches].some((one) => one.path === file));
        expect(isKnown, `${file}: ${about}`).toBe(true);
      }
    }
    return true;
  };

  it('are shown', () => {
    expect(ran('cd s; ls "b c" & cat | wc; wait')).toEqual(
      expect.arrayContaining([
        { folder: path.join(project, 's'), words: ['ls', 'b c'] },
        { folder: path.join(project, 's'), words: ['cat'] },
      ]),
    );
  });

  it('are among those that it says a line runs', () => {
    const line = fc.tuple(
      fc.array(fc.constantFrom(...PREPARATIONS), { maxLength: 2 }),
      fc.constantFrom(...COMMANDS),
      fc.array(fc.constantFrom(...AROUND), { maxLength: 2 }),
      fc.boolean(),
    );
    let compared = 0;
    fc.assert(
      fc.property(line, ([before, command, around, isInside]) => {
        const start = before.join('');
        const [first, ...others] = isInside ? [start + command, ''] : [command, start];
        const text = around.reduce((inner, outer) => fill(outer, inner), first);
        if (agrees(others.join('') + text)) compared++;
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 25), seed: Number(process.env['FC_SEED'] ?? 4) },
    );
    expect(compared).toBeGreaterThan(3);
  }, 3_600_000);

  it('are among those that it says a line with a here-document runs', () => {
    const line = fc.tuple(
      fc.constantFrom(...PLACES),
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...MARKS.slice(0, 4)) }, { weight: 1, arbitrary: fc.constantFrom(...MARKS) }),
      fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
      fc.constantFrom('M\n', 'M\n', '\tM\n', 'M', ''),
    );
    let compared = 0;
    fc.assert(
      fc.property(line, ([[start, end], [mark, last], lines, close]) => {
        const body = [...lines.map((one) => `${one}\n`), close].join('').replaceAll('M', () => last);
        if (agrees(`${start.replace('M', () => mark)}\n${body}${end}`)) compared++;
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 25), seed: Number(process.env['FC_SEED'] ?? 4) },
    );
    expect(compared).toBeGreaterThan(1);
  }, 3_600_000);
});

/** In single quotes the text is kept as it is. */
function fill(outer: string, inner: string): string {
  return outer.replaceAll(/(')C(')|\bC\b/gu, (_, quote: string | undefined) =>
    quote === undefined ? inner : `'${inner.replaceAll("'", String.raw`'\''`)}'`,
  );
}

/** Whether bash may have made these words of those: an unknown one is any number, and so is a pattern. */
function matches(argv: readonly (string | null)[], words: readonly string[]): boolean {
  const [first, ...rest] = argv;
  if (first === undefined) return words.length === 0;
  if (first !== null && !/[*?[~]/u.test(first)) return words[0] === first && matches(rest, words.slice(1));
  return Array.from({ length: words.length + 1 }, (_, taken) => taken).some((taken) => matches(rest, words.slice(taken)));
}
