import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('how the shell reads a line', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const decide = (line: string): string =>
    engine.bash(line, engine.context({ allow: ['Bash'], deny: ['Read(secrets/**)', 'Edit(lib/**)', 'Bash(git push *)'] })).behavior;

  it.each([
    'set -k; git a=b status',
    'set -o keyword; git a=b status',
    'set -o posix; v=a.txt; v=x :; cat "$v"',
    'set -o history -H\n: x\ncat !$',
    'set -f; cat *',
    'set -eP; cd src; cat a.ts',
    'command shopt -s dotglob; cat *',
    'command export HOME=secrets; cat ~/k.env',
    'command export HOME=$OLDPWD; cat ~/k.env',
    'export "HOME=$OLDPWD"; cat ~/k.env',
    'HOME=secrets eval "cat ~/k.env"',
    'HOME=secrets bash -c "cat ~/k.env"',
    'CDPATH=secrets bash -c "cd sub; cat s.txt"',
    'SHELLOPTS=keyword bash -c "git a=b status"',
    'bash -kc "git a=b status"',
    'bash -o posix -c "v=a.txt; v=x :; cat $v"',
    'bash -O nullglob -c "cat a.txt"',
  ])('concludes nothing from words that the shell reads otherwise: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it('finds the text of a shell behind its options', () => {
    expect(decide("bash -c -o pipefail 'cat secrets/k.env'")).toBe('deny');
    expect(engine.facts('bash ./x.sh -c ls').shell?.commands[0]?.opaqueCode).toBe(true);
  });

  it.each([
    'set -euo pipefail; cat a.txt',
    'set -e -o pipefail; v=a.txt; cat "$v"',
    'set -- a b; cat a.txt',
    'bash -euo pipefail -c "cat a.txt"',
    'bash -lc "cat a.txt"',
  ])('still knows the rest: %s', (line) => {
    expect(decide(line)).toBe('allow');
  });
});
