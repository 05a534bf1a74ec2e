import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TerminalFixture } from './terminal-fixture.ts';

let fixture: TerminalFixture;
let sub: string;
beforeEach(() => {
  fixture = new TerminalFixture();
  sub = path.join(fixture.cwd, 'sub');
  mkdirSync(sub);
});
afterEach(() => fixture.dispose());

it.each([
  'cd sub; (cd / && exit 3) || true',
  'cd sub; exec 3>&1; echo x >&3',
  'cd sub; trap "echo bye" INT TERM',
  'cd sub # and a comment',
  'cd sub; cat <<END\ntext\nEND',
  'cd sub; cat <<END\ntext',
  'cd sub; set -eu; false; cd /',
  'cd sub; set -u; echo "$missing"; cd /',
  'cd sub; true | (cd /; cat)',
  'cd sub; : "$(cd /; exit 2)"',
  'cd sub; coproc cat',
  'cd sub; bash -c "cd /; kill -9 \\$\\$"',
  'cd sub; unset BASHPID',
])('a command that ends in a subfolder reports it: %s', async (command) => {
  expect((await fixture.run(command)).cwd).toBe(sub);
});

// A job that is hung up on before its exec still runs the shell's exit handling.
it.each(['cd sub; sleep 1 &', 'cd sub; (cd /; sleep 1) &', 'cd sub; { cd /; sleep 1; } & disown', 'cd sub; cd / & sleep 1 & true &'])(
  'only the shell reports where it ended, whatever its jobs do: %s',
  async (command) => {
    const ends: (string | undefined)[] = [];
    for (let count = 0; count < 15; count += 1) {
      ends.push((await fixture.run(command)).cwd, (await fixture.run('true')).cwd);
    }
    expect(new Set(ends)).toEqual(new Set([sub, fixture.cwd]));
  },
);

it('a killed shell reports nothing', async () => {
  expect((await fixture.run('cd sub; kill -KILL $$')).cwd).toBeUndefined();
});
