import type * as NodeFs from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/contract/app-error.ts';
import { SessionLog } from '#main/session/log.ts';
import { TempProject } from '#test/support/temp-project.ts';

/** A disk that fills up within a line isn't available to a test, so the two system calls are patched. */
const disk = vi.hoisted(() => ({ full: false, canCut: true }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof NodeFs>();
  const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return {
    ...fs,
    writeSync: (fd: number, bytes: Buffer, offset: number) => {
      if (!disk.full) return fs.writeSync(fd, bytes, offset);
      if (offset > 0) throw noSpace();
      return fs.writeSync(fd, bytes, 0, Math.floor(bytes.length / 2));
    },
    ftruncateSync: (fd: number, length: number) => {
      if (!disk.canCut) throw noSpace();
      fs.ftruncateSync(fd, length);
    },
  };
});
afterEach(() => Object.assign(disk, { full: false, canCut: true }));

it.each([{ canCut: true }, { canCut: false }])('a partly written line leaves no trace, and the next one is intact (%j)', ({ canCut }) => {
  using temp = new TempProject();
  const folder = join(temp.stateDir, 'session');
  const log = SessionLog.create(folder);
  const title = (text: string) => log.append({ type: 'session.title', data: { title: text } });
  title('before');
  const received: string[] = [];
  log.subscribe((event) => received.push(event.type));

  Object.assign(disk, { full: true, canCut });
  expect(() => title('lost')).toThrow(AppError);
  expect(() => title('lost too')).toThrow(/can’t be written: the disk is full/);
  expect(received).toEqual([]);
  expect(log.events).toHaveLength(1);

  Object.assign(disk, { full: false, canCut: true });
  expect(title('after').seq).toBe(2);
  log.close();
  expect(SessionLog.open(folder).events.map(({ data }) => data)).toEqual([{ title: 'before' }, { title: 'after' }]);
  expect(readFileSync(join(folder, 'events.jsonl'), 'utf8')).not.toContain('lost');
});
