import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** The lines are decided, never run. */
describe('a rule for an interpreter', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const NAMES = ['python3', 'node', 'perl', 'ruby', 'php', 'lua', 'tclsh', 'tsx', 'ts-node', 'iex'];
  const decided = (line: string): string => engine.bash(line, engine.context({ allow: NAMES.map((name) => `Bash(${name} *)`) })).behavior;

  it.each([
    'python3 -W ignore',
    'python3 -uX dev',
    'python3 --check-hash-based-pycs always',
    'python3 --new-option x',
    'python3 -',
    'node --title x',
    'node -C x',
    'node --conditions x',
    'node --new-option x',
    'perl -I x',
    'perl -wI x',
    'ruby -I x',
    'ruby -E utf-8',
    'ruby --unknown x',
    'php -n -d x=y',
    'lua -l x',
    'tclsh -encoding utf-8',
    'tsx --tsconfig x',
    'ts-node -P x',
    'iex a.exs',
  ])('does not cover code from the input: %s', (line) => {
    expect(decided(`echo x | ${line}`)).toBe('ask');
    expect(decided(`${line} < a.txt`)).toBe('ask');
  });

  it.each([
    'python3 -W ignore a.py',
    'python3 -u a.py -W',
    'python3 -m json.tool',
    'node --max-old-space-size=4096 a.js',
    'node --no-warnings --title x a.js',
    'perl -w -I lib a.pl',
    'ruby -W0 -I lib a.rb',
    'php -n a.php',
    'lua a.lua -l',
    'tsx a.ts',
    'tsx watch a.ts',
  ])('covers a script that gets an input: %s', (line) =>
    expect(engine.bash(`echo x | ${line}`, engine.context({ allow: NAMES.map((name) => `Bash(${name} *)`) })).behavior).toBe('allow'),
  );

  it.each([
    `node --entry-url 'data:text/javascript,x'`,
    `node --entry-url './%2e%2e/x.mjs'`,
    `node --no-warnings --entry-url a.mjs`,
    `node --test-reporter=data:text/javascript,x a.js`,
  ])('does not cover code in an address: %s', (line) => expect(decided(line)).toBe('ask'));

  it.each([
    'python3 -u -m pdb a.py',
    'python3 -Im pdb a.py',
    'python3 -u -mpdb a.py',
    'python3 -W ignore -m http.server',
    'perl -d a.pl',
    'perl -wd:X a.pl',
  ])('does not cover a prompt or a server behind other options: %s', (line) => expect(decided(line)).toBe('ask'));
  it.each(['python3 -u -m json.tool a.txt', 'python3 -um pytest', 'python3 a.py -m pdb', 'perl -w a.pl -d'])(
    'covers a module and a script: %s',
    (line) => expect(decided(line)).toBe('allow'),
  );
});
