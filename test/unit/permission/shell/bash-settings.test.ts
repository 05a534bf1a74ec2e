import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runIsolated, sandboxProblem } from '#test/fuzz/shell/sandbox.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';
import { AROUND, NAMES, SETTINGS } from './bash-setting-blocks.ts';

const VALUE = 'before';

/** Shows the value that a variable has in the end. No program can be found, and the variable is never used before. */
const show = (name: string): string => `builtin printf =%s "\${${name}-unset}" >&3`;

describe.skipIf(sandboxProblem() !== undefined)('the variables that lead what a line means', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const isSeen = (line: string): boolean => {
    const rules = engine.context({ allow: ['Bash'], deny: ['Bash(zz *)', 'Read(./zz)'] });
    return engine.bash(line, rules).behavior === 'allow';
  };

  const changes = (name: string, line: string): boolean => {
    const set = `builtin declare -x ${name}=${VALUE}`;
    const script = `${set}\n${line}\n${show(name)}`;
    return ![`=${VALUE}`, ''].includes(runIsolated([], ['/bin/bash', '--norc', '-c', script]));
  };

  const agrees = (name: string, line: string): void => {
    if (isSeen(line)) expect(changes(name, line), `${line} sets ${name}`).toBe(false);
  };

  it.each(SETTINGS)('are not set unseen: %s', (setting) => agrees('PATH', setting.replaceAll(/N(?![a-z])/gu, 'PATH')));

  it('are not set unseen inside other statements', () => {
    const lines = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...SETTINGS), fc.array(fc.constantFrom(...AROUND), { maxLength: 2 }));
    fc.assert(
      fc.property(lines, ([name, setting, around]) => {
        const set = setting.replaceAll(/N(?![a-z])/gu, name);
        agrees(
          name,
          around.reduce((inner, outer) => outer.replace('S', () => inner), set),
        );
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 30), seed: Number(process.env['FC_SEED'] ?? 4) },
    );
  }, 600_000);
});
