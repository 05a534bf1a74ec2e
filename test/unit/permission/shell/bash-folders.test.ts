import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';
import { MOVES } from './bash-folder-moves.ts';

/** `cat` is a function that shows where it runs, and no program can be found (`PATH` leads nowhere). */
const PRELUDE = 'cat() { printf \'%s\\036\' "$PWD/$1" >&3; }\n';

describe.skipIf(!existsSync('/bin/bash'))('the folder that a command runs in', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    const at = (file: string): string => path.join(engine.fixture.project, file);
    for (const folder of ['a/b/c', 'a/a', 'b/c', 'c/a']) mkdirSync(at(folder), { recursive: true });
    symlinkSync('b/c', at('l'));
    symlinkSync('../c', at('a/k'));
  });
  afterAll(() => engine.fixture.remove());

  const ran = (line: string): string[] => {
    const { project, home } = engine.fixture;
    const result = spawnSync('/bin/bash', ['--norc', '-c', PRELUDE + line], {
      cwd: project,
      env: { PATH: '/nonexistent', HOME: home, PWD: project },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    return (result.output[3] ?? '').split('\u001E').filter((file) => file !== '');
  };

  const agrees = (line: string): void => {
    const shell = engine.facts(line).shell;
    // What no part of is understood is never taken for anything.
    if (shell === undefined || shell.limits.some(({ opaque }) => opaque)) return;
    const paths = shell.commands.filter(({ program }) => program === 'cat').flatMap((command) => command.paths);
    for (const file of ran(line)) {
      const isKnown = paths.some((fact) => fact.unresolved || fact.path === path.normalize(file));
      expect(isKnown, `${JSON.stringify(line)}: ${file} of ${JSON.stringify(paths.map((fact) => fact.path))}`).toBe(true);
    }
  };

  it.each(MOVES)('is among those it may be: %s', (move) => agrees(`${move}cat x`));

  it('is among those it may be after several changes', () => {
    const moves = fc.array(fc.constantFrom(...MOVES), { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(moves, (parts) => agrees(`${parts.join('')}cat x`)),
      { numRuns: Number(process.env['FC_RUNS'] ?? 300), seed: Number(process.env['FC_SEED'] ?? 4) },
    );
  }, 600_000);

  it('is any of those where a list may have stopped', () => {
    const denied = (file: string, line: string): string => engine.bash(line, engine.context({ deny: [`Read(./${file})`] })).behavior;
    expect(denied('a/x', 'cd a && false && cd b; cat x')).not.toBe('allow');
    expect(denied('a/x', 'cd a && cd nope || cat x')).not.toBe('allow');
    expect(denied('b/c/x', 'CDPATH=b cd c; cat x')).not.toBe('allow');
    expect(denied('c/x', 'cd a && cat x; cd b && cat x')).toBe('allow');
  });
});
