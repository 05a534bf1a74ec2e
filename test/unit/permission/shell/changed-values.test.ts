import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('what a line changes on its way', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  /** With every command allowed, and one file of the project denied. */
  const decide = (line: string): string =>
    engine.bash(
      line,
      engine.context({ allow: ['Bash'], deny: ['Read(secrets/**)', 'Read(./src/a.ts)', 'Edit(lib/**)', 'Bash(git push *)'] }),
    ).behavior;

  it.each([
    'PWD=src; cd secrets; cat "$PWD/k.env"',
    'OLDPWD=a.txt; cd src; cat "$OLDPWD"',
    'unset PWD; cat "$PWD/x"',
    'printf -v PWD %s /; cat "$PWD/x"',
    ': secrets/k.env; _=a.txt; : "$(echo secrets/k.env)"; cat "$_"',
    'UID=x; cat "$UID"',
    'RANDOM=x; cat "$RANDOM"',
    'readonly v\nv=a.txt\ncat "$v.env"',
    'declare -r v\nv=a.txt\ncat "$v.env"',
    'v=a.txt; export "v=$(echo secrets)/k.env"; cat "$v"',
    'v=a.txt; command export v=x; cat "$v"',
    'v=a.txt; readonly \'v=x\'; cat "$v"',
    'v=a.txt; v=x export v; cat "$v"',
    'v=a.txt; v=x readonly v; cat "$v"',
    'v=a.txt; [[ v=5 -eq 5 ]]; cat "$v"',
    'v=a.txt; test -v \'x[v=5]\'; cat "$v"',
    'v=a.txt; trap \'v=x\' DEBUG; cat "$v"',
    'eval \'readonly v=x\'\nv=a.txt\ncat "$v"',
  ])('takes no value for known that the shell may have changed: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each([
    'cd src < nope; cd deep < nope; cat a.ts',
    'cd src; cd deep >&7; cat a.ts',
    'cd src; cd deep >&12; cat a.ts',
    'cd src; cd deep <&20-; cat a.ts',
    'exec 1>&-; cd src; cd deep >&1; cat a.ts',
    'cd src; { cd deep; } < nope; cat a.ts',
    'cd src; > nope/x cd deep; cat a.ts',
    'export v=b.txt < nope; cat "$v"',
  ])('counts on nothing behind a redirection that may fail: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each([
    'cd src; : $((1/0)); cd deep\ncat a.ts',
    'cd src; : $((08)); cd deep\ncat a.ts',
    'cd src; : $((4/(1-1))); cd deep\ncat a.ts',
    'cd src; UID=5; cd deep\ncat a.ts',
    'cd src; readonly v\nv=2; cd deep\ncat a.ts',
  ])('counts on nothing behind an error that ends the line: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each([
    "trap 'cd src' DEBUG; cat a.ts",
    "trap 'cd src' ERR; false; cat a.ts",
    "trap 'cat a.ts' EXIT; cd src",
    'eval "trap \'cat a.ts\' EXIT"; cd src',
  ])('looks for the files of a trap, and behind one, wherever the shell may be: %s', (line) => {
    expect(decide(line)).not.toBe('allow');
  });

  it.each([
    'v=a.txt; export v; cat "$v"',
    'export v=a.txt; cat "$v"',
    'v=a.txt; n=3; if [[ $n -gt 2 ]]; then cat "$v"; fi',
    "trap 'rm -f x' EXIT; v=src; cat a.txt",
    "trap 'echo done' EXIT; cd src && cat c.js",
    'cat "$PWD/a.txt"',
    'v=$((1024 * 4)); echo "$v" $(( (1+2)*3 )); cat a.txt',
    'readonly v=src; cd src > /dev/null && cat c.js',
  ])('still knows the rest: %s', (line) => {
    expect(decide(line)).toBe('allow');
  });
});
