import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';
import { MADE, SEPARATORS, SETUP, WORDS } from './bash-agreement-words.ts';

/** Whether bash made these words of those: an unknown one may be any number. Without any, the call shows one empty word. */
function agrees(argv: readonly (string | null)[], words: readonly string[]): boolean {
  const [first, ...rest] = argv;
  if (first === undefined) return words.length === 0 || (words.length === 1 && words[0] === '');
  if (first !== null) return words.length > 0 && words[0] === first && agrees(rest, words.slice(1));
  return Array.from({ length: words.length + 1 }, (_, taken) => taken).some((taken) => agrees(rest, words.slice(taken)));
}

/**
 * Bash shows what a line runs: every command in the lines below is a function that records its arguments, and no program can be found
 * (`PATH` leads nowhere).
 */
describe.skipIf(!existsSync('/bin/bash'))('agreement with bash', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const ran = (line: string): string[] => {
    const prelude =
      'cat() { local l; while IFS= read -r l; do printf "%s\\n" "$l"; done; }\n' +
      'f() { local s; printf -v s \'<%s>\' "$@"; printf \'%s\\036\' "$s" >&3; }\n';
    const result = spawnSync('/bin/bash', ['--norc', '-c', prelude + line], {
      cwd: engine.fixture.project,
      env: { PATH: '/nonexistent', HOME: engine.fixture.home },
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

  it('knows no other text of a word than bash makes of it', () => {
    const words = fc.array(fc.constantFrom(...MADE, ...WORDS), { minLength: 1, maxLength: 3 });
    const lines = fc.tuple(fc.array(fc.constantFrom(...SETUP), { maxLength: 2 }), fc.array(words, { minLength: 1, maxLength: 3 }));
    let known = 0;
    fc.assert(
      fc.property(lines, ([setup, calls]) => {
        const line = `${setup.join('')}${calls.map((call) => `f ${call.join(' ')}`).join('; ')}`;
        const shell = engine.facts(line).shell;
        // What no part of is understood is never taken for anything.
        if (shell === undefined || shell.limits.some(({ opaque }) => opaque)) return;
        const seen = shell.commands.filter((command) => command.program === 'f').map(({ argv }) => argv.slice(1));
        known += seen.flat().filter((word) => word !== null).length;
        for (const words of ran(line).map((call) => call.slice(1, -1).split('><'))) {
          expect(
            seen.some((argv) => agrees(argv, words)),
            `${JSON.stringify(line)}: ${JSON.stringify(words)} of ${JSON.stringify(seen)}`,
          ).toBe(true);
        }
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 400), seed: Number(process.env['FC_SEED'] ?? 4) },
    );
    expect(known).toBeGreaterThan(300);
  }, 600_000);
});
