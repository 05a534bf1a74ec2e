import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shellScripts } from '#test/fuzz/shell/scripts.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

const RULES = {
  allow: ['Bash(echo:*)', 'Bash(ls:*)', 'Bash(cat:*)', 'Bash(grep:*)', 'Bash(sort:*)', 'Bash(head:*)', 'Bash(git status)', 'Bash(cd:*)'],
};
const SEPARATOR = '--next script--';

/**
 * How bash prints each script: as the body of a function that is defined and never called. Undefined where bash does not parse it; a script
 * that parses alone can't end the function early. No program can be found either (`PATH` leads nowhere).
 */
function printed(scripts: readonly string[]): (string | undefined)[] {
  const bash = (args: readonly string[], input: string): ReturnType<typeof spawnSync> =>
    spawnSync('/bin/bash', ['--norc', ...args], { input, encoding: 'utf8', env: { PATH: '/nonexistent' } });
  const parses = scripts.map((script) => bash(['-n'], script).stderr === '');
  const print = `while IFS= read -r -d '' text; do unset -f f; eval "f() {
$text
}" 2>/dev/null; declare -f f; printf '%s\\n' '${SEPARATOR}'; done`;
  const input = scripts.map((script, index) => `${parses[index] === true ? script : 'a ('}\0`).join('');
  const bodies = String(bash(['-c', print], input).stdout).split(`${SEPARATOR}\n`);
  return scripts.map((_, index) => /^f \(\) \n\{ \n {4}([^]*)\n\}\n$/u.exec(bodies[index] ?? '')?.[1]);
}

describe.skipIf(!existsSync('/bin/bash'))('a script and its form printed by bash', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const isNotParsed = (script: string): boolean =>
    (engine.facts(script).shell?.limits ?? []).some(({ reason }) => reason === 'It does not parse as a shell line.');

  it('are equivalent to bash', () => {
    expect(printed(['ls | sort | head\n./evil.sh 2>/dev/null', 'echo (', '[ a > b ]'])).toEqual([
      'ls | sort | head;\n    ./evil.sh 2> /dev/null',
      undefined,
      '[ a ] > b',
    ]);
  });

  it('get the same decision, or the script a stricter one', () => {
    const contexts = [
      engine.context(),
      engine.context(RULES),
      engine.context({ allow: ['Bash'], deny: ['Bash(canary:*)', 'Read(secret.env)'] }),
    ];
    const scripts = fc.sample(shellScripts, { numRuns: 250, seed: 20_261_123 });
    const prints = printed(scripts);
    const looser = scripts.flatMap((script, index) => {
      const print = prints[index];
      // The grammar doesn't support every form that bash prints.
      if (print === undefined || isNotParsed(print)) return [];
      return contexts.flatMap((context, which) => {
        const [one, other] = [script, print].map((text) => engine.bash(text, context).behavior);
        return one === 'allow' && other !== 'allow' ? [{ script, print, which, other }] : [];
      });
    });
    expect(looser).toEqual([]);
    expect(prints.filter((print) => print !== undefined).length).toBeGreaterThan(100);
  });
});
