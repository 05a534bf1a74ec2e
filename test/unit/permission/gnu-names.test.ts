import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const rulesFor = (line: string): readonly string[] =>
  engine.bash(line).suggestions.flatMap((one) => (one.type === 'addRules' ? one.rules : []));

describe('a GNU program by its name on macOS', () => {
  it.each([
    ['gtimeout 5 npm test', ['Bash(npm test *)']],
    ['gnice -n 5 npm test', ['Bash(npm test *)']],
    ['gstdbuf -oL npm test', ['Bash(npm test *)']],
    ['genv A=1 npm test', ['Bash(genv A=1 npm test)']],
    ['gxargs rm', ['Bash(gxargs rm)']],
    ['gsed -n 1,5p a.txt', ['Bash(gsed -n 1,5p a.txt)']],
  ])('of %s suggests %j', (line, rules) => expect(rulesFor(line)).toEqual(rules));

  it.each([
    ['Bash(npm test *)', 'gtimeout 5 npm test', 'allow'],
    ['Bash(gsed *)', 'gsed -n 1,5p a.txt', 'allow'],
    ['Bash(gsed *)', "gsed 's/a/b/e' a.txt", 'ask'],
    ['Bash(gfind *)', 'gfind . -delete', 'ask'],
    ['Bash(gtar *)', 'gtar --to-command=sh -xf a.tar', 'ask'],
    ['Bash(genv *)', 'genv A=1 sh a.sh', 'ask'],
    ['Bash(gtimeout *)', 'gtimeout 5 sh a.sh', 'ask'],
  ])('with %s allowed, %s: %s', (rule, line, behavior) => {
    expect(engine.bash(line, engine.context({ allow: [rule] })).behavior).toBe(behavior);
  });

  it.each([
    ['Bash(rm *)', 'grm a.txt'],
    ['Bash(rm *)', 'gtimeout 5 rm a.txt'],
    ['Bash(rm *)', 'gfind . -exec rm {} +'],
    ['Bash(grm *)', 'grm a.txt'],
    ['Bash(grm *)', '/opt/homebrew/bin/grm a.txt'],
  ])('with %s denied, %s is denied', (rule, line) => {
    expect(engine.bash(line, engine.context({ deny: [rule] })).behavior).toBe('deny');
  });

  it('asks for another order of a denied command’s options', () => {
    expect(engine.bash('grm -f -r a.txt', engine.context({ allow: ['Bash(grm *)'], deny: ['Bash(grm -rf *)'] })).behavior).not.toBe(
      'allow',
    );
  });
});
