import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
  mkdirSync(path.join(session.project, 'src'));
});
afterEach(() => session.dispose());

const bash = async (command: string): Promise<string> => (await session.call('Bash', { command })).text;

it.each(['cd src; sleep 1 &', 'cd src; sleep 1 & sleep 1 & true', 'cd src; (sleep 1; cd /) & disown'])(
  'persists after a command that leaves a job behind: %s',
  async (command) => {
    for (let count = 0; count < 5; count += 1) {
      await bash(`cd ${session.project}`);
      await bash(command);
      expect(await bash('pwd')).toBe(path.join(session.project, 'src'));
    }
  },
);

it.each(["trap 'echo bye' EXIT; cd src", 'cd src && exec echo bye', 'echo bye; cd src; kill -KILL $$'])(
  'is unchanged when the command doesn’t report where it ended, and the result says so: %s',
  async (command) => {
    expect(await bash(command)).toMatch(
      new RegExp(`bye[^]*\nShell cwd is still ${session.project}: where this command ended is not known$`, 'u'),
    );
    expect(await bash('pwd')).toBe(session.project);
  },
);

it.each(["trap 'echo bye' EXIT", 'exec echo bye', 'exec echo abcd --cd cd-rom'])('is not mentioned when unchanged: %s', async (command) => {
  expect(await bash(command)).not.toContain('cwd');
});
