import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

function linesOf(name: string): readonly string[] {
  const text = readFileSync(new URL(`lines/${name}.txt`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Many lines under a rule for their program. They are decided, never run. */
describe('prefix rules over tables of lines', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    // A rule covers applying a patch only if it can be read.
    writeFileSync(`${engine.fixture.project}/x.patch`, '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n');
  });
  afterAll(() => engine.fixture.remove());
  const covered = (line: string, rule: string): boolean =>
    engine.bash(line, engine.context({ allow: [`Bash(${rule})`] })).behavior === 'allow';
  const program = (line: string): string => `${line.split(' ')[0] ?? ''}:*`;

  it.each(['runs-code', 'outside-files', 'destroys'])('cover almost nothing of %s', (name) => {
    const lines = linesOf(name);
    const passing = lines.filter((line) => covered(line, program(line)));
    expect(passing.length / lines.length, passing.join('\n')).toBeLessThan(0.03);
  });

  it('cover what a developer means by a rule', () => {
    const uncovered = linesOf('everyday').filter((row) => {
      const [rule = '', line = ''] = row.split(' | ').map((part) => part.trim());
      return !covered(row.slice(row.indexOf(' | ') + 3), rule) || line === '';
    });
    expect(uncovered).toEqual([]);
  });
});
