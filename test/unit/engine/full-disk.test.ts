import type * as NodeFs from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { OpenProject } from '#main/engine/project/open-project.ts';
import { PushBus } from '#main/engine/push-bus.ts';
import { Sessions } from '#main/engine/session/sessions.ts';
import { SessionFiles } from '#main/session/store.ts';
import { TempProject } from '#test/support/temp-project.ts';

/** How many log lines can still be written, and whether the lock can; the open descriptors. */
const disk = vi.hoisted(() => ({ lines: Infinity, canLock: true, open: new Set<number>() }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof NodeFs>();
  const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return {
    ...fs,
    openSync: (path: string, flags: string, mode?: number) => {
      const fd = fs.openSync(path, flags, mode);
      if (path.endsWith('events.jsonl')) disk.open.add(fd);
      return fd;
    },
    closeSync: (fd: number) => {
      disk.open.delete(fd);
      fs.closeSync(fd);
    },
    writeSync: (fd: number, bytes: Buffer, offset: number) => {
      if (disk.open.has(fd) && (disk.lines -= 1) < 0) throw noSpace();
      return fs.writeSync(fd, bytes, offset);
    },
    writeFileSync: (path: string, ...rest: [string]) => {
      if (!disk.canLock) throw noSpace();
      fs.writeFileSync(path, ...rest);
    },
  };
});
afterEach(() => Object.assign(disk, { lines: Infinity, canLock: true }));

it.each([
  ['the header', { lines: 0 }],
  ['the lock', { canLock: false }],
])('a session that can’t start because %s lacks space leaves nothing open', (_what, trouble) => {
  using temp = new TempProject();
  const files = new SessionFiles(temp.stateDir);
  Object.assign(disk, trouble);
  expect(() => files.create(temp.projectDir)).toThrow(/the disk is full/);
  expect(disk.open.size).toBe(0);
  Object.assign(disk, { lines: Infinity, canLock: true });
  const owned = files.create(temp.projectDir);
  expect(disk.open.size).toBe(1);
  owned.log.close();
  owned.release();
});

it('releases a stored session that can’t be resumed', () => {
  using temp = new TempProject();
  const files = new SessionFiles(temp.stateDir);
  const owned = files.create(temp.projectDir);
  const { sessionId, log } = owned;
  log.append({ type: 'session.title', data: { title: 'here' } });
  log.close();
  owned.release();
  disk.lines = 0;
  expect(() => files.open(temp.projectDir, sessionId)).toThrow(/the disk is full/);
  expect(disk.open.size).toBe(0);
  disk.lines = Infinity;
  const again = files.open(temp.projectDir, sessionId);
  again.log.close();
  again.release();
});

it('discards a session whose first event can’t be written, and the next one starts', async () => {
  using temp = new TempProject();
  const { projectDir, homeDir, stateDir } = temp;
  const project = new OpenProject({ projectDir, homeDir, stateDir, env: {}, managedDir: null, demo: false });
  const files = new SessionFiles(stateDir);
  const prepared: string[] = [];
  const sessions = new Sessions({
    files,
    bus: new PushBus(),
    openSession: ({ owned }) => {
      prepared.push(owned.sessionId);
      return Promise.reject(new Error('no further'));
    },
    clientFor: () => ({
      kind: 'scripted',
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('unused')) }) }),
    }),
    projectOf: () => project,
    defaultModel: () => 'scripted',
    env: {},
  });
  try {
    // The header fits, the first event doesn't.
    disk.lines = 1;
    await expect(sessions.create(project, 'scripted')).rejects.toThrow(/the disk is full/);
    expect([disk.open.size, prepared]).toEqual([0, []]);
    expect(files.list(projectDir)).toEqual([]);
    disk.lines = Infinity;
    // The same for one that can't be set up.
    await expect(sessions.create(project, 'scripted')).rejects.toThrow('no further');
    expect([disk.open.size, prepared.length]).toEqual([0, 1]);
    expect(files.list(projectDir).map(({ live }) => live)).toEqual([false]);
  } finally {
    await project.dispose();
  }
});
