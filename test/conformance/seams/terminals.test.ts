import { expect, it } from 'vitest';
import { TerminalFixture } from '../../unit/terminal/terminal-fixture.ts';
import { seamRow } from './seam-rows.ts';

it('ipc-016: a terminal accepts no input through another session', async () => {
  const { data } = seamRow('ipc-016').input['payload'] as { data: string };
  const own = new TerminalFixture();
  const other = new TerminalFixture();
  try {
    const { terminalId, finished } = await own.watched('read line; echo "got $line"', { noInput: false });
    expect(() => other.service.write(terminalId, data)).toThrow();
    expect(() => other.service.open(terminalId)).toThrow();
    own.service.write(terminalId, 'mine\r');
    expect((await finished).output).toContain('got mine');
  } finally {
    await own.dispose();
    await other.dispose();
  }
});
