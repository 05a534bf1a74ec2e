import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('the words of a loop, beside a deny rule for a file', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (command: string) => engine.bash(command, engine.context({ deny: ['Read(./.env)'] })).behavior;

  it.each([
    'for i in $(seq 1 3); do echo "tick $i"; sleep 0.1; done',
    'for i in {1..3}; do echo "$i"; done',
    'for i in {3..1}; do cat "src/a$i.ts"; done',
    'for i in {1..50}; do sleep 1; done',
  ])('allows %s', (command) => expect(decide(command)).toBe('allow'));

  // What only becomes known when it runs counts where it is used.
  it.each([
    'for f in $(ls); do cat $f; done',
    'for f in $(seq 3); do cat "$f"; done',
    'for f in $(echo .env); do wc "$f"; done',
    'for f in $(echo .env); do grep x < "$f"; done',
    'for f in $(echo .env); do x=$(<"$f"); echo "$x"; done',
    'for f in $(echo .env); do git show HEAD:"$f"; done',
    'for f in $(echo .env); do while read l; do echo "$l"; done < $f; done',
    'for f in $(echo .env); do python3 show.py $f; done',
    'for f in .env; do python3 show.py $f; done',
  ])('asks about %s', (command) => expect(decide(command)).toBe('ask'));

  it('denies what a range certainly reads', () => {
    const at = engine.context({ deny: ['Read(src/key2)'] });
    expect(engine.bash('for i in {1..3}; do cat "src/key$i"; done', at).behavior).toBe('deny');
    expect(engine.bash('for i in {4..6}; do cat "src/key$i"; done', at).behavior).toBe('allow');
  });

  it.each(['{01..3}', '{1..51}', '{a..c}', 'x{1..3}', '{1..3}{1..2}', '{1..$N}', '{1..9..2}', '{1,2}'])(
    'asks about other brace expansions: %s',
    (words) => expect(decide(`for i in ${words}; do echo "$i"; done`)).toBe('ask'),
  );
});
