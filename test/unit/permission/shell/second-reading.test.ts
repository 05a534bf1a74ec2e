import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYDAY_LINES } from '#test/fuzz/shell/everyday-lines.ts';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** Reasons of parsers that did not understand a line. */
const DISAGREES = /two readings|not accounted for|does not parse|second reading/iu;

describe('the two parsers of a line', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  const reasons = (line: string): string[] => (engine.facts(line).shell?.limits ?? []).map((limit) => limit.reason);
  const behavior = (
    line: string,
    lists: Parameters<TestEngine['context']>[0] = {},
    fields: Parameters<TestEngine['context']>[1] = {},
  ): string => engine.bash(line, engine.context(lists, fields)).behavior;

  it.each([
    ...EVERYDAY_LINES,
    'cd src && git status 2>&1 | head -5; ls',
    'ls | sort | head || echo none',
    'a && b > f && c 2>&1 | d | e || f; g',
    "python3 - <<'PY'\nprint(1)\nPY\nls",
    "cat > f <<'E' && ls\nx\nE",
    'cat <<E | sort | head > f\n$HOME\nE',
    'for f in *.ts; do\n  grep -n x "$f" | head -1 # first\ndone > out.txt',
    'while read -r l; do echo "$l"; done < <(ls)',
    'if [ -f ~/.zshrc ]; then cat ~/.zshrc; elif [[ -n $x && ! -d a ]]; then :; else ls; fi',
    'docker run \\\n  -p 80:80 \\\n  image',
    "echo 'a \\\n b' \\\n c",
    "cat <<'E'\na \\\nb\nE",
    '(cd src && ls) && { ls; } 2>/dev/null',
    'case $x in a|b) ls;; *) cat f;; esac',
    'time ls | wc -l',
    'cat - 2>/dev/null | sort - <<E\nx\nE',
    'git commit -m "$(cat <<\'EOF\'\nfix: a (b) [c] `d`\n\nx\nEOF\n)" && git push',
  ])('agree: %s', (line) => expect(reasons(line).filter((reason) => DISAGREES.test(reason))).toEqual([]));

  it.each([
    'ls | sort | head\n./evil.sh 2>/dev/null',
    'ls | sort | cat | head\nrm -rf src > /dev/null',
    'ls | sort | echo x\\\n y\n./evil.sh 2>&1',
    '[ a > .claude/settings.json ]',
    '[ a > ~/.gatehouse/trust.json ]',
    '[ a < /dev/tcp/127.0.0.1/80 ]',
    'test a && [ b \\> c -o d > e ]',
    '[[ a =~ ^>(touch P) ]]',
    '[[ a =~ <(touch P) ]]',
    '[[ a =~ `touch P` ]]',
    '[[ a =~ "`touch P`" ]]',
    "cat <<'A' && sh <<'B'\nls\nA\ntouch P\nB",
    "'for' x",
    "'{' x",
  ])('never allow what they parse differently: %s', (line) => {
    for (const mode of ['default', 'plan', 'dontAsk', 'acceptEdits'] as const) expect(behavior(line, {}, { mode })).not.toBe('allow');
    expect(behavior(line, { allow: ['Bash(ls:*)', 'Bash(cat:*)', 'Bash(sort:*)', 'Bash(echo:*)', 'Edit'] })).not.toBe('allow');
  });

  it.each([
    ['ls | sort | echo\nrm -rf src 2>/dev/null', 'Bash(rm:*)'],
    ['ls | sort | head\n./evil.sh 2>/dev/null', 'Bash(./evil.sh:*)'],
    ['cat .e\\\nnv', 'Read(.env)'],
    ["cat <<'A' && sh <<'B'\nls\nA\nrm x\nB", 'Bash(rm:*)'],
  ])('both feed deny rules: %s', (line, rule) => expect(behavior(line, { allow: ['Bash'], deny: [rule] })).not.toBe('allow'));

  it('follow a `cd` before a pipeline', () => {
    const [, , , last] = engine.facts('cd src && ls 2>&1 | head; cat a.ts').shell?.commands ?? [];
    expect(last?.paths.map((fact) => fact.path)).toEqual([`${engine.fixture.project}/src/a.ts`]);
  });

  it('find a rule’s command across continued lines', () => {
    expect(behavior('npm run \\\n  test', { allow: ['Bash(npm run:*)'] })).toBe('allow');
    expect(behavior("npm run test -- 'a \\\nb'", { allow: ['Bash(npm run:*)'] })).toBe('allow');
    expect(behavior('npm run \\\n  test \\\n; rm x', { allow: ['Bash(npm run:*)'] })).toBe('ask');
  });
});
