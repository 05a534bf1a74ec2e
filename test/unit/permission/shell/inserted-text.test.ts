import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
  symlinkSync('/etc/passwd', path.join(engine.fixture.project, 'flink'));
});
afterAll(() => engine.fixture.remove());

/** Lines of a here-document that is inserted as a word. */
const inserted = (operator: '<<' | '<<-', ...lines: readonly string[]): string => `"$(cat ${operator}'EOF'\n${lines.join('\n')}\nEOF\n)"`;
const asks = (command: string, allow: readonly string[] = []): void =>
  expect(engine.bash(command, engine.context({ allow })).behavior, command).not.toBe('allow');

describe('a here-document inserted as a word', () => {
  it.each(['cat /etc/passwd', 'cat ../outside', 'find . -delete', 'find . -exec touch {} +', 'git diff --ext-diff', 'sort -oout a.txt'])(
    'is read without the tabs that <<- takes away: %s',
    (line) => {
      const words = line.split(' ');
      const at = words.findIndex((word) => /^[-/.].+/u.test(word));
      asks([...words.slice(0, at), inserted('<<-', `\t${words[at] ?? ''}`), ...words.slice(at + 1)].join(' '));
      asks([...words.slice(0, at), inserted('<<-', `\t\t${words[at] ?? ''}`, '', ''), ...words.slice(at + 1)].join(' '));
    },
  );

  it('loses all line breaks at its end, so that a link is followed', () => {
    asks(`cat ${inserted('<<', 'flink', '', '')}`);
    asks(`ls ${inserted('<<', '..', '')}`);
  });

  it('keeps what is before its text, and ends only at its own mark', () => {
    const denied = engine.context({ allow: ['Bash'], deny: ['Read(./.env)'] });
    expect(engine.bash(`cat ${inserted('<<', '.env')}`, denied).behavior).toBe('deny');
    expect(engine.bash(`cat ${inserted('<<-', '\t.env')}`, denied).behavior).toBe('deny');
    asks(`cat ${inserted('<<', '\tEOF', 'flink')}`);
    asks(`cat "$(cat <<'EOF'\nflink\n)"`);
  });

  it('names a critical path', () => {
    const command = `rm -rf ${inserted('<<-', '\t/root')}`;
    for (const mode of ['acceptEdits', 'bypassPermissions'] as const)
      expect(engine.bash(command, engine.context({}, { mode })).behavior).toBe('ask');
  });

  it.each(['<<', '<<-'] as const)('is a commit message with %s', (operator) => {
    const message = inserted(operator, operator === '<<' ? 'fix: totals' : '\tfix: totals', '', 'Each line was rounded.');
    expect(engine.bash(`git commit -m ${message}`, engine.context({ allow: ['Bash(git commit *)'] })).behavior).toBe('allow');
  });
});

describe('the input of a command', () => {
  it('is read without the tabs that <<- takes away', () => {
    const patch = ['--- a/.npmrc', '+++ b/.npmrc', '@@ -0,0 +1 @@', '+x'].map((line) => `\t${line}`).join('\n');
    asks(`patch -p1 <<-'EOF'\n${patch}\nEOF`, ['Bash(patch *)']);
  });
});

describe('a text in the language of the messages, $"…"', () => {
  const denied = () => engine.context({ allow: ['Bash'], deny: ['Read(./.env)', 'Edit(lib/**)'] });

  it.each(['cat $".env"', 'cat .e$"n"v', 'base64 $".env"', 'touch $"lib/x"', 'sort $"-olib/x" a.txt', '$"cat" .env', 'cat < $".env"'])(
    'is not taken for a dollar sign: %s',
    (command) => expect(engine.bash(command, denied()).behavior).not.toBe('allow'),
  );

  it.each(['rm -rf $"/"', 'rm -rf $"$HOME"', '$"rm" -rf /', 'cp a.txt $".git/hooks/pre-commit"'])(
    'names protected and critical paths: %s',
    (command) => {
      for (const context of [engine.context({ allow: ['Bash'] }), engine.context({}, { mode: 'bypassPermissions' })])
        expect(engine.bash(command, context).behavior).toBe('ask');
    },
  );

  it('leaves a dollar sign at the end of a word alone', () => expect(engine.bash('grep "a$" a.txt').behavior).toBe('allow'));
});

describe('variables that are assigned together', () => {
  it.each([
    'v=a.txt; v=/etc/passwd w="$v"; cat "$w"',
    'v=-print; v=-delete w=$v; find . "$w"',
    'declare -l v; v=/ETC/PASSWD; cat "$v"',
    'v=a.txt; time v=/etc/passwd; cat "$v"',
    'declare -n w=v; v=a.txt; w=/etc/passwd; cat "$v"',
    'trap \'v=/etc/passwd\' DEBUG; v=a.txt; cat "$v"',
  ])('have the values that the shell gives them: %s', (command) => {
    asks(command);
    asks(command, ['Bash(declare *)', 'Bash(trap *)', 'Bash(time *)']);
  });

  it('are known where each is assigned once', () => {
    expect(engine.bash('v=a.txt w=src; cat "$v"; ls "$w"').behavior).toBe('allow');
    expect(engine.bash('v=a w=$v.txt; cat "$w"').behavior).toBe('allow');
  });
});
