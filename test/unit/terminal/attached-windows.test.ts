import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import { controlTimeLimits } from '#test/support/time-limits.ts';
import { ptyHost, TerminalFixture } from './terminal-fixture.ts';

let fixture: TerminalFixture;
beforeEach(() => {
  fixture = new TerminalFixture();
});
afterEach(() => fixture.dispose());

describe('windows attached to a terminal', () => {
  it('get earlier output and then live output, without gap or overlap', async () => {
    const before = await fixture.watched('echo first; read go; for i in $(seq 1 3000); do echo "línea $i"; done', { noInput: false });
    await fixture.shown('first');
    const { data, offset, live, exitCode, cols, rows } = fixture.service.open(before.terminalId);
    expect({ offset, live, exitCode, cols, rows }).toEqual({ offset: 0, live: true, exitCode: null, cols: 120, rows: 30 });
    fixture.frames.length = 0;
    fixture.service.write(before.terminalId, '\r');
    const result = await before.finished;
    let text = data;
    for (const frame of fixture.frames) {
      expect(frame.offset).toBe(text.length);
      text += frame.data;
    }
    expect(text).toBe(readFileSync(result.outputPath, 'utf8'));
  });

  it('type into the running command', async () => {
    const { terminalId, finished } = await fixture.watched('printf "name? "; read name; echo "hello $name"', { noInput: false });
    await fixture.shown('name? ');
    fixture.service.write(terminalId, 'Ada\r');
    expect((await finished).output).toBe('name? Ada\nhello Ada');
  });

  it('take over by typing, which pauses the timeout, and hand back', async () => {
    const time = controlTimeLimits();
    const { terminalId, finished } = await fixture.watched('read name; read more', { noInput: false, timeoutMs: 600_000 });
    fixture.service.write(terminalId, 'A');
    expect(fixture.service.open(terminalId).state).toMatchObject({ takenOver: true });
    time.passed(900_000);
    expect(fixture.service.open(terminalId)).toMatchObject({ live: true, state: { takenOver: true } });
    fixture.service.setTakenOver(terminalId, false);
    expect(fixture.service.open(terminalId).state).toMatchObject({ takenOver: false });
    time.passed(600_000);
    expect(await finished).toMatchObject({ timedOut: true, typedInto: true });
  });

  it('stop the command', async () => {
    const { terminalId, finished } = await fixture.watched('echo up; sleep 300');
    await fixture.shown('up');
    expect(fixture.service.stop(terminalId)).toBe(true);
    expect(await finished).toMatchObject({ aborted: true, typedInto: false });
    expect(fixture.service.stop(terminalId)).toBe(false);
  });

  it('interrupt the command with a key', async () => {
    const { terminalId, finished } = await fixture.watched('echo up; sleep 300', { noInput: false });
    await fixture.shown('up');
    // Bash misses an interrupt that arrives while it starts a program; a person presses the key again.
    const pressing = setInterval(() => {
      fixture.service.write(terminalId, '\x03');
    }, 100);
    const result = await finished;
    clearInterval(pressing);
    expect(result).toMatchObject({ aborted: false, signal: 'SIGINT' });
  });

  it('cannot type where no input is accepted, nor after the end', async () => {
    const { terminalId, finished } = await fixture.watched('until [ -e go ]; do sleep 0.05; done');
    expect(() => {
      fixture.service.write(terminalId, 'x');
    }).toThrow(/without input/);
    writeFileSync(join(fixture.cwd, 'go'), '');
    await finished;
    expect(() => {
      fixture.service.write(terminalId, 'x');
    }).toThrow(/has ended/);
  });

  it('that are not opened send nothing', async () => {
    await fixture.run('echo unseen');
    expect(fixture.frames).toEqual([]);
  });

  it('slow windows pause the command and lose nothing', async () => {
    const total = 12_000_000;
    const { terminalId, finished } = await fixture.watched(`head -c ${String(total)} /dev/zero | tr '\\0' x`);
    let sent = 0;
    let acknowledged = 0;
    let worst = 0;
    fixture.onFrame = (frame) => {
      sent = frame.offset + frame.data.length;
      worst = Math.max(worst, sent - acknowledged);
    };
    const slow = setInterval(() => {
      acknowledged = sent;
      fixture.service.ack(terminalId, sent);
    }, 50);
    const result = await finished;
    clearInterval(slow);
    expect(sent).toBe(total);
    // Output already on its way when the command pauses still arrives: more of it, the busier the machine is.
    expect(worst).toBeLessThan(total / 3);
    expect(readFileSync(result.outputPath)).toHaveLength(total);
  });
});

describe('a terminal that has ended', () => {
  async function recordOf(command: string): Promise<TerminalRecord> {
    const opened = Promise.withResolvers<TerminalRecord>();
    await fixture.run(command, { onOpen: opened.resolve });
    return opened.promise;
  }

  it('shows its output and exit code, to another process too', async () => {
    const { terminalId, path } = await recordOf('echo done; exit 7');
    const outputPath = join(fixture.sessionDir, path);
    const shown = { data: 'done\r\n', offset: 0, cols: 120, rows: 30, live: false, state: null, exitCode: 7, outputPath };
    expect(fixture.service.open(terminalId)).toEqual(shown);
    await fixture.service.dispose();
    const again = createTerminalService({ sessionDir: fixture.sessionDir, ptys: ptyHost, env: () => ({}) });
    expect(again.open(terminalId)).toEqual(shown);
    expect(readdirSync(fixture.sessionDir, { recursive: true })).toEqual(['terminals', 'terminals.jsonl', `terminals/${terminalId}.log`]);
    expect(path).toBe(`terminals/${terminalId}.log`);
  });

  it('shows all but output lost by a kill during writing', async () => {
    const { terminalId } = await recordOf('exit 7');
    await fixture.service.dispose();
    appendFileSync(join(fixture.sessionDir, 'terminals.jsonl'), '\n{"terminalId":"0123456789ab","co');
    const again = createTerminalService({ sessionDir: fixture.sessionDir, ptys: ptyHost, env: () => process.env });
    const next = Promise.withResolvers<TerminalRecord>();
    await again.run({
      command: 'exit 8',
      cwd: fixture.cwd,
      timeoutMs: 100_000,
      noInput: true,
      signal: new AbortController().signal,
      onOpen: next.resolve,
    });
    await again.dispose();
    const third = createTerminalService({ sessionDir: fixture.sessionDir, ptys: ptyHost, env: () => ({}) });
    expect(third.open(terminalId).exitCode).toBe(7);
    expect(third.open((await next.promise).terminalId).exitCode).toBe(8);
  });

  it('shows the end of a long output, from the start of a line', async () => {
    const { terminalId } = await recordOf('seq 1 200000');
    const { data, offset } = fixture.service.open(terminalId);
    expect(data.length).toBeLessThanOrEqual(1024 * 1024);
    expect(data.length).toBeGreaterThan(1024 * 1024 - 100);
    expect(data).toMatch(/^\d+\r\n/);
    expect(data.endsWith('200000\r\n')).toBe(true);
    const whole = Array.from({ length: 200_000 }, (_, index) => `${String(index + 1)}\r\n`).join('');
    expect(offset + data.length).toBe(whole.length);
  });

  it.each(['000000000000', '../../../etc/passwd', '', 'x'])('rejects an unknown ID: %j', (terminalId) => {
    expect(() => fixture.service.open(terminalId)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
