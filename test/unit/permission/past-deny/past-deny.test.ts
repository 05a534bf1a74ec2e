import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';
import { EVERYDAY_LINES } from './everyday-lines.ts';
import { GIT_READING_LINES } from './git-reading-lines.ts';
import { PUSHING_LINES } from './pushing-lines.ts';
import { READING_LINES } from './reading-lines.ts';
import { RUNNING_LINES } from './running-lines.ts';
import { SCRIPT_READING_LINES } from './script-reading-lines.ts';
import { SENDING_LINES } from './sending-lines.ts';
import { TEXT_LINES } from './text-lines.ts';
import { TOOL_LINES } from './tool-lines.ts';
import { WRITING_LINES } from './writing-lines.ts';

/** The files these read are known only at run time, so a file rule makes them ask. */
const READS_WHAT_IS_FOUND: ReadonlySet<string> = new Set([
  'rg -n foo',
  "rg -g '*.ts' foo",
  "find src -name '*.ts' -exec wc -l {} +",
  "find src -name '*.ts' | xargs wc -l",
  'gofmt -l .',
  'for f in src/*.ts; do wc -l "$f"; done',
]);

describe('a bare Bash allow rule with a deny or ask rule in force', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const allowed = (lines: readonly string[], deny: readonly string[]): string[] => {
    const context = engine.context({ allow: ['Bash'], deny });
    return lines.filter((line) => engine.bash(line, context).behavior === 'allow');
  };

  it.each(Object.entries({ ...RUNNING_LINES, ...TEXT_LINES, ...TOOL_LINES }))('does not cover %s', (_, lines) => {
    expect(allowed(lines, ['Bash(rm:*)'])).toEqual([]);
  });

  it.each(PUSHING_LINES.map(([rule, ...lines]) => ({ rule, lines })))('does not cover other spellings of $rule', ({ rule, lines }) => {
    expect(allowed(lines, [rule])).toEqual([]);
  });

  it('does not cover what may print or send a file that a rule denies reading', () => {
    expect(allowed([...READING_LINES, ...SCRIPT_READING_LINES, ...GIT_READING_LINES, ...SENDING_LINES], ['Read(.env)'])).toEqual([]);
  });

  it('does not cover what may change a file that a rule denies editing', () => {
    expect(allowed(WRITING_LINES, ['Edit(lib/**)'])).toEqual([]);
  });

  it.each([['Bash(rm -rf *)'], ['Bash(git push --force*)'], ['Bash(sudo *)'], ['Read(secrets/**)'], ['Read(.env)']])(
    'still covers everyday lines under %s',
    (rule) => {
      const still = new Set(allowed(EVERYDAY_LINES, [rule]));
      const asked = EVERYDAY_LINES.filter((line) => !still.has(line));
      expect(asked.filter((line) => !(rule.startsWith('Read') && READS_WHAT_IS_FOUND.has(line)))).toEqual([]);
    },
  );
});
