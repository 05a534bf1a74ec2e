import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

interface Case {
  readonly before?: (temp: CheckpointFixture) => void;
  readonly agent: (temp: CheckpointFixture) => void;
  readonly check: (temp: CheckpointFixture) => void;
}

const bytes = Buffer.from([0, 255, 10, 13, 128, 0]);

const CASES: Readonly<Record<string, Case>> = {
  'a changed file': {
    before: (temp) => temp.write('a.txt', 'one\r\ntwo'),
    agent: (temp) => temp.write('a.txt', 'other'),
    check: (temp) => expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('one\r\ntwo'),
  },
  'a new file and its folder': {
    agent: (temp) => temp.write('new/deep/a.txt', 'x'),
    check: (temp) => expect(existsSync(temp.path('new'))).toBe(false),
  },
  'a removed folder with files': {
    before: (temp) => {
      temp.write('src/deep/a.txt', 'a');
      temp.write('src/b.txt', 'b');
    },
    agent: (temp) => rmSync(temp.path('src'), { recursive: true }),
    check: (temp) => expect([read(temp, 'src/deep/a.txt'), read(temp, 'src/b.txt')]).toEqual(['a', 'b']),
  },
  'a renamed file': {
    before: (temp) => temp.write('a.txt', 'a'),
    agent: (temp) => renameSync(temp.path('a.txt'), temp.path('b.txt')),
    check: (temp) => expect([read(temp, 'a.txt'), existsSync(temp.path('b.txt'))]).toEqual(['a', false]),
  },
  'binary content': {
    before: (temp) => writeFileSync(temp.path('a.bin'), bytes),
    agent: (temp) => writeFileSync(temp.path('a.bin'), 'text'),
    check: (temp) => expect(readFileSync(temp.path('a.bin'))).toEqual(bytes),
  },
  'an empty file': {
    before: (temp) => temp.write('empty', ''),
    agent: (temp) => temp.write('empty', 'full'),
    check: (temp) => expect(read(temp, 'empty')).toBe(''),
  },
  'a mode git stores': {
    before: (temp) => temp.write('run.sh', '#!/bin/sh'),
    agent: (temp) => chmodSync(temp.path('run.sh'), 0o755),
    check: (temp) => expect(mode(temp, 'run.sh')).toBe(0o644),
  },
  'a mode git doesn’t store': {
    before: (temp) => {
      temp.write('secret', 's');
      chmodSync(temp.path('secret'), 0o600);
    },
    agent: (temp) => chmodSync(temp.path('secret'), 0o644),
    check: (temp) => expect(mode(temp, 'secret')).toBe(0o600),
  },
  'a removed private file': {
    before: (temp) => {
      temp.write('secret', 's');
      chmodSync(temp.path('secret'), 0o600);
    },
    agent: (temp) => rmSync(temp.path('secret')),
    check: (temp) => expect([read(temp, 'secret'), mode(temp, 'secret')]).toEqual(['s', 0o600]),
  },
  'a link, as a link': {
    before: (temp) => symlinkSync('../outside', temp.path('link')),
    agent: (temp) => {
      rmSync(temp.path('link'));
      temp.write('link', 'a file');
    },
    check: (temp) => expect(readlinkSync(temp.path('link'))).toBe('../outside'),
  },
  'a file replaced by a link': {
    before: (temp) => temp.write('a.txt', 'a'),
    agent: (temp) => {
      rmSync(temp.path('a.txt'));
      symlinkSync('/etc/passwd', temp.path('a.txt'));
    },
    check: (temp) => expect([lstatSync(temp.path('a.txt')).isFile(), read(temp, 'a.txt')]).toEqual([true, 'a']),
  },
  'a file replaced by a folder': {
    before: (temp) => temp.write('a', 'a'),
    agent: (temp) => {
      rmSync(temp.path('a'));
      temp.write('a/b/c', 'c');
    },
    check: (temp) => expect(read(temp, 'a')).toBe('a'),
  },
  'a folder replaced by a file': {
    before: (temp) => temp.write('a/b/c', 'c'),
    agent: (temp) => {
      rmSync(temp.path('a'), { recursive: true });
      temp.write('a', 'a');
    },
    check: (temp) => expect(read(temp, 'a/b/c')).toBe('c'),
  },
  'names with line breaks, quotes, dashes and backslashes': {
    before: (temp) => ODD_NAMES.forEach((name) => temp.write(name, name)),
    agent: (temp) => ODD_NAMES.forEach((name) => temp.write(name, 'other')),
    check: (temp) => expect(ODD_NAMES.map((name) => read(temp, name))).toEqual([...ODD_NAMES]),
  },
  'a file added to an ignore file meanwhile': {
    before: (temp) => temp.write('a.txt', 'a'),
    agent: (temp) => {
      temp.write('.gitignore', '*');
      temp.write('a.txt', 'other');
    },
    check: (temp) => expect([read(temp, 'a.txt'), existsSync(temp.path('.gitignore'))]).toEqual(['a', false]),
  },
  'a change that keeps size and time': {
    before: (temp) => temp.write('a.txt', 'aaa'),
    agent: (temp) => {
      const { atime, mtime } = lstatSync(temp.path('a.txt'));
      temp.write('a.txt', 'bbb');
      utimesSync(temp.path('a.txt'), atime, mtime);
    },
    check: (temp) => expect(read(temp, 'a.txt')).toBe('aaa'),
  },
};

const ODD_NAMES = [
  '-rf',
  '--help',
  'a\nb',
  ' lead',
  'trail ',
  '"quoted"',
  'back\\slash',
  'tab\tin',
  'ünï\u{1F600}',
  '__proto__',
  ':(glob)x',
  '!neg',
  '#hash',
  '*',
];

describe('restoring every kind of file', () => {
  it.each(Object.entries(CASES))('%s', async (_, { before, agent, check }) => {
    using temp = new CheckpointFixture({ 'other.txt': 'untouched' });
    before?.(temp);
    const messageId = await temp.turn(() => agent(temp));
    const { done } = await temp.restoreBefore(messageId);
    expect(done.failed).toEqual([]);
    check(temp);
    expect(read(temp, 'other.txt')).toBe('untouched');
  });

  it('undoing a restore works the same way', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    const messageId = await temp.turn(() => temp.write('a.txt', 'agent'));
    const { done } = await temp.restoreBefore(messageId);
    expect(read(temp, 'a.txt')).toBe('a');
    const preview = await temp.checkpoints.preview(done.undoId);
    await temp.checkpoints.restore(preview.previewId, []);
    expect(read(temp, 'a.txt')).toBe('agent');
  });
});

describe('files that aren’t covered', () => {
  it('are never touched, and listed with the reason if they were touched since', async () => {
    using temp = new CheckpointFixture({ '.gitignore': 'out/\n*.log\n', 'out/x': 'x', 'a.log': 'l', 'a.txt': 'a' });
    writeFileSync(temp.path('large.bin'), Buffer.alloc(5 * 1024 * 1024 + 1));
    const messageId = await temp.turn(() => {
      temp.write('a.log', 'changed');
      temp.write('a.txt', 'changed');
      writeFileSync(temp.path('large.bin'), 'small now');
    });
    const { preview, done } = await temp.restoreBefore(messageId);
    expect(preview.leftOut.items).toEqual([
      { path: 'large.bin', reason: 'uncovered' },
      { path: 'a.log', reason: 'ignored' },
    ]);
    expect(done.paths).toContain('a.txt');
    expect([read(temp, 'a.log'), read(temp, 'out/x')]).toEqual(['changed', 'x']);
  });

  it('a large file is left out, and a file that became large is not overwritten', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 'x');
    const messageId = await temp.turn(() => writeFileSync(temp.path('a.txt'), large));
    const { preview, done } = await temp.restoreBefore(messageId);
    expect(preview.leftOut.items).toContainEqual({ path: 'a.txt', reason: 'large' });
    expect(done.failed).toEqual([{ path: 'a.txt', why: expect.stringContaining('isn’t covered') }]);
    expect(readFileSync(temp.path('a.txt'))).toEqual(large);
  });

  it('an empty folder stays', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    mkdirSync(temp.path('empty'));
    const messageId = await temp.turn(() => temp.write('a.txt', 'b'));
    await temp.restoreBefore(messageId);
    expect(existsSync(temp.path('empty'))).toBe(true);
  });
});

function read(temp: CheckpointFixture, path: string): string {
  return readFileSync(temp.path(path), 'utf8');
}

function mode(temp: CheckpointFixture, path: string): number {
  return lstatSync(temp.path(path)).mode & 0o777;
}

it('lists pipes and sockets as not covered, though git doesn’t list them', async () => {
  using temp = new CheckpointFixture({ 'src/a.txt': 'a' });
  expect(spawnSync('mkfifo', [temp.path('src/pipe'), temp.path('top')]).status).toBe(0);
  expect((await temp.store.leftOut()).result().items).toEqual([
    { path: 'top', reason: 'special' },
    { path: 'src/pipe', reason: 'special' },
  ]);
});

it('lists a pipe once when it has the name of an ignore file', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  expect(spawnSync('mkfifo', [temp.path('.gitignore')]).status).toBe(0);
  expect((await temp.store.leftOut()).result()).toEqual({ total: 1, items: [{ path: '.gitignore', reason: 'special' }] });
});

it('removes temporary files of a killed restore, but not those of a running one', async () => {
  using temp = new CheckpointFixture({ 'src/a.txt': 'a' });
  const draft = `src/.gatehouse-restore-${randomUUID()}`;
  temp.write(draft, 'half');
  await temp.turn(() => undefined);
  expect(existsSync(temp.path(draft))).toBe(true);
  const realNow = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 120_000);
  await temp.turn(() => undefined);
  vi.restoreAllMocks();
  expect(existsSync(temp.path(draft))).toBe(false);
});

it('reports content missing from the store before touching anything, and restores the rest', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'lost', 'b.txt': 'kept' });
  const messageId = await temp.turn(() => {
    temp.write('a.txt', 'agent');
    temp.write('b.txt', 'agent');
  });
  const { git } = await temp.store.open();
  const id = (await git.run(['hash-object', '--stdin'], { input: 'lost' })).toString().trim();
  rmSync(join(temp.store.storeDir, 'objects', id.slice(0, 2), id.slice(2)));
  const { done } = await temp.restoreBefore(messageId);
  expect(done).toMatchObject({
    paths: ['b.txt'],
    failed: [{ path: 'a.txt', why: 'its content is missing from the store of checkpoints' }],
  });
  expect([read(temp, 'a.txt'), read(temp, 'b.txt')]).toEqual(['agent', 'kept']);
});
