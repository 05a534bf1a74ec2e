import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/**
 * Bash shows what a line runs: every command in the lines below is a function that records its arguments, and no program can be found
 * (`PATH` leads nowhere).
 */
const WORDS = [
  'a',
  '"b c"',
  "'d e'",
  '\\ x',
  '"\\$x"',
  "'\\'",
  '"\\\\"',
  'a#b',
  '"#"',
  '-x',
  '=',
  'a=b',
  '""',
  "''",
  '{a}',
  '!',
  'x~',
  "$'t\\tn'",
  '"a\'b"',
  "'a\"b'",
  '\\#',
  '\\;',
  '%',
  '@',
  'é',
  '[',
  ']',
  '}',
  '#c',
  'if',
  'then',
  'done',
  'in',
  'a"b"\'c\'\\ d',
  '$"loc"',
  '2>&1',
  '"a"\'b\'',
  '\\|',
  '\\&',
  '[[',
  '((',
  ':',
];
const SEPARATORS = [
  ' ; ',
  ';',
  ' && ',
  ' || ',
  ' | ',
  '\n',
  ' # comment\n',
  '\n\n',
  '; ! ',
  " <<'E'\nh $(f x)\nE\n",
  '; if f c; then f; fi; ',
];

describe.skipIf(!existsSync('/bin/bash'))('agreement with bash', () => {
  let engine: TestEngine;
  let folder: string;
  beforeAll(async () => {
    engine = await makeTestEngine();
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bash-'));
  });
  afterAll(() => {
    engine.fixture.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const ran = (line: string): string[] => {
    const prelude = 'f() { local s; printf -v s \'<%s>\' "$@"; printf \'%s\\036\' "$s" >&3; }\n';
    const result = spawnSync('/bin/bash', ['--norc', '-c', prelude + line], {
      cwd: folder,
      env: { PATH: '/nonexistent' },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    return (result.output[3] ?? '').split('\u001E').filter((call) => call !== '');
  };

  it('finds every command that bash runs, with the same words, in every line it understands', () => {
    const part = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...WORDS).map((word) => ` ${word}`) },
      { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: fc.constantFrom(...SEPARATORS).map((text) => `${text}f`) },
    );
    let understood = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
        const line = `f${parts.join('')}`;
        const shell = engine.facts(line).shell;
        if (shell === undefined || shell.limits.length > 0) return;
        understood++;
        const seen = shell.commands
          .filter((command) => command.program === 'f')
          .map(
            (command) =>
              command.argv
                .slice(1)
                .map((word) => `<${String(word)}>`)
                .join('') || '<>',
          );
        expect(seen).toEqual(expect.arrayContaining(ran(line)));
      }),
      { numRuns: 300, seed: Number(process.env['FC_SEED'] ?? 4) },
    );
    expect(understood).toBeGreaterThan(100);
  }, 60_000);
});
