import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('words that the shell may complete', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (line: string): string =>
    engine.bash(line, engine.context({ allow: ['Bash'], deny: ['Read(secrets/**)', 'Edit(lib/**)', 'Bash(git push *)'] })).behavior;

  it.each(['cat ~"/x"', 'cat ~\\/x', 'w=; cat ~"$w"/x', 'cat a=b:~/x', 'cat a=~nobody/x'])(
    'knows no text of a `~` that may stay: %s',
    (line) => {
      expect(decide(line)).not.toBe('allow');
    },
  );

  it('knows `~` behind a name', () => {
    expect(engine.facts('cat a=~/x').shell?.commands[0]?.argv).toEqual(['cat', `a=${engine.fixture.home}/x`]);
    expect(engine.facts('cat "a=~/x" a="~/x" -a=~/x').shell?.commands[0]?.argv).toEqual(['cat', 'a=~/x', 'a=~/x', '-a=~/x']);
  });

  it('asks where the output of dd is computed', () => {
    expect(decide('dd if=a.txt of=$(echo lib/x)')).not.toBe('allow');
    expect(decide('dd if=a.txt "$(echo of=lib/x)"')).not.toBe('allow');
    expect(decide('dd if=a.txt of=b.txt bs=$((1024*4))')).toBe('allow');
  });
});
