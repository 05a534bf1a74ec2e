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
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';

interface Case {
  readonly before?: (place: CheckpointPlace) => void;
  readonly agent: (place: CheckpointPlace) => void;
  readonly check: (place: CheckpointPlace) => void;
}

const bytes = Buffer.from([0, 255, 10, 13, 128, 0]);

const CASES: Readonly<Record<string, Case>> = {
  'a changed file': {
    before: (place) => place.write('a.txt', 'one\r\ntwo'),
    agent: (place) => place.write('a.txt', 'other'),
    check: (place) => expect(readFileSync(place.path('a.txt'), 'utf8')).toBe('one\r\ntwo'),
  },
  'a new file and its folder': {
    agent: (place) => place.write('new/deep/a.txt', 'x'),
    check: (place) => expect(existsSync(place.path('new'))).toBe(false),
  },
  'a removed folder with files': {
    before: (place) => {
      place.write('src/deep/a.txt', 'a');
      place.write('src/b.txt', 'b');
    },
    agent: (place) => rmSync(place.path('src'), { recursive: true }),
    check: (place) => expect([read(place, 'src/deep/a.txt'), read(place, 'src/b.txt')]).toEqual(['a', 'b']),
  },
  'a renamed file': {
    before: (place) => place.write('a.txt', 'a'),
    agent: (place) => renameSync(place.path('a.txt'), place.path('b.txt')),
    check: (place) => expect([read(place, 'a.txt'), existsSync(place.path('b.txt'))]).toEqual(['a', false]),
  },
  'binary content': {
    before: (place) => writeFileSync(place.path('a.bin'), bytes),
    agent: (place) => writeFileSync(place.path('a.bin'), 'text'),
    check: (place) => expect(readFileSync(place.path('a.bin'))).toEqual(bytes),
  },
  'an empty file': {
    before: (place) => place.write('empty', ''),
    agent: (place) => place.write('empty', 'full'),
    check: (place) => expect(read(place, 'empty')).toBe(''),
  },
  'a mode git stores': {
    before: (place) => place.write('run.sh', '#!/bin/sh'),
    agent: (place) => chmodSync(place.path('run.sh'), 0o755),
    check: (place) => expect(mode(place, 'run.sh')).toBe(0o644),
  },
  'a mode git doesn’t store': {
    before: (place) => {
      place.write('secret', 's');
      chmodSync(place.path('secret'), 0o600);
    },
    agent: (place) => chmodSync(place.path('secret'), 0o644),
    check: (place) => expect(mode(place, 'secret')).toBe(0o600),
  },
  'a removed private file': {
    before: (place) => {
      place.write('secret', 's');
      chmodSync(place.path('secret'), 0o600);
    },
    agent: (place) => rmSync(place.path('secret')),
    check: (place) => expect([read(place, 'secret'), mode(place, 'secret')]).toEqual(['s', 0o600]),
  },
  'a link, as a link': {
    before: (place) => symlinkSync('../outside', place.path('link')),
    agent: (place) => {
      rmSync(place.path('link'));
      place.write('link', 'a file');
    },
    check: (place) => expect(readlinkSync(place.path('link'))).toBe('../outside'),
  },
  'a file replaced by a link': {
    before: (place) => place.write('a.txt', 'a'),
    agent: (place) => {
      rmSync(place.path('a.txt'));
      symlinkSync('/etc/passwd', place.path('a.txt'));
    },
    check: (place) => expect([lstatSync(place.path('a.txt')).isFile(), read(place, 'a.txt')]).toEqual([true, 'a']),
  },
  'a file replaced by a folder': {
    before: (place) => place.write('a', 'a'),
    agent: (place) => {
      rmSync(place.path('a'));
      place.write('a/b/c', 'c');
    },
    check: (place) => expect(read(place, 'a')).toBe('a'),
  },
  'a folder replaced by a file': {
    before: (place) => place.write('a/b/c', 'c'),
    agent: (place) => {
      rmSync(place.path('a'), { recursive: true });
      place.write('a', 'a');
    },
    check: (place) => expect(read(place, 'a/b/c')).toBe('c'),
  },
  'names with line breaks, quotes, dashes and backslashes': {
    before: (place) => ODD_NAMES.forEach((name) => place.write(name, name)),
    agent: (place) => ODD_NAMES.forEach((name) => place.write(name, 'other')),
    check: (place) => expect(ODD_NAMES.map((name) => read(place, name))).toEqual([...ODD_NAMES]),
  },
  'a file added to an ignore file meanwhile': {
    before: (place) => place.write('a.txt', 'a'),
    agent: (place) => {
      place.write('.gitignore', '*');
      place.write('a.txt', 'other');
    },
    check: (place) => expect([read(place, 'a.txt'), existsSync(place.path('.gitignore'))]).toEqual(['a', false]),
  },
  'a change that keeps size and time': {
    before: (place) => place.write('a.txt', 'aaa'),
    agent: (place) => {
      const { atime, mtime } = lstatSync(place.path('a.txt'));
      place.write('a.txt', 'bbb');
      utimesSync(place.path('a.txt'), atime, mtime);
    },
    check: (place) => expect(read(place, 'a.txt')).toBe('aaa'),
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
    using place = new CheckpointPlace({ 'other.txt': 'untouched' });
    before?.(place);
    const messageId = await place.turn(() => agent(place));
    const { done } = await place.restoreBefore(messageId);
    expect(done.failed).toEqual([]);
    check(place);
    expect(read(place, 'other.txt')).toBe('untouched');
  });

  it('undoing a restore works the same way', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    const messageId = await place.turn(() => place.write('a.txt', 'agent'));
    const { done } = await place.restoreBefore(messageId);
    expect(read(place, 'a.txt')).toBe('a');
    const preview = await place.checkpoints.preview(done.undoId);
    await place.checkpoints.restore(preview.previewId, []);
    expect(read(place, 'a.txt')).toBe('agent');
  });
});

describe('files that aren’t covered', () => {
  it('are listed with the reason and never touched', async () => {
    using place = new CheckpointPlace({ '.gitignore': 'out/\n*.log\n', 'out/x': 'x', 'a.log': 'l', 'a.txt': 'a' });
    writeFileSync(place.path('large.bin'), Buffer.alloc(5 * 1024 * 1024 + 1));
    const messageId = await place.turn(() => {
      place.write('a.log', 'changed');
      place.write('a.txt', 'changed');
      writeFileSync(place.path('large.bin'), 'small now');
    });
    const { preview, done } = await place.restoreBefore(messageId);
    expect(preview.leftOut.items).toEqual(
      expect.arrayContaining([
        { path: 'out/', reason: 'ignored' },
        { path: 'a.log', reason: 'ignored' },
      ]),
    );
    expect(done.paths).toContain('a.txt');
    expect([read(place, 'a.log'), read(place, 'out/x')]).toEqual(['changed', 'x']);
  });

  it('a large file is left out, and a file that became large is not overwritten', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 'x');
    const messageId = await place.turn(() => writeFileSync(place.path('a.txt'), large));
    const { preview, done } = await place.restoreBefore(messageId);
    expect(preview.leftOut.items).toContainEqual({ path: 'a.txt', reason: 'large' });
    expect(done.failed).toEqual([{ path: 'a.txt', why: expect.stringContaining('isn’t covered') }]);
    expect(readFileSync(place.path('a.txt'))).toEqual(large);
  });

  it('an empty folder stays', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    mkdirSync(place.path('empty'));
    const messageId = await place.turn(() => place.write('a.txt', 'b'));
    await place.restoreBefore(messageId);
    expect(existsSync(place.path('empty'))).toBe(true);
  });
});

function read(place: CheckpointPlace, path: string): string {
  return readFileSync(place.path(path), 'utf8');
}

function mode(place: CheckpointPlace, path: string): number {
  return lstatSync(place.path(path)).mode & 0o777;
}

it('lists pipes and sockets as not covered, though git doesn’t list them', async () => {
  using place = new CheckpointPlace({ 'src/a.txt': 'a' });
  expect(spawnSync('mkfifo', [place.path('src/pipe'), place.path('top')]).status).toBe(0);
  expect((await place.store.leftOut()).items).toEqual([
    { path: 'top', reason: 'special' },
    { path: 'src/pipe', reason: 'special' },
  ]);
});

it('lists a pipe once when it has the name of an ignore file', async () => {
  using place = new CheckpointPlace({ 'a.txt': 'a' });
  expect(spawnSync('mkfifo', [place.path('.gitignore')]).status).toBe(0);
  expect(await place.store.leftOut()).toEqual({ total: 1, items: [{ path: '.gitignore', reason: 'special' }] });
});

it('removes temporary files of a killed restore, but not those of a running one', async () => {
  using place = new CheckpointPlace({ 'src/a.txt': 'a' });
  const draft = `src/.gatehouse-restore-${randomUUID()}`;
  place.write(draft, 'half');
  await place.turn(() => undefined);
  expect(existsSync(place.path(draft))).toBe(true);
  const realNow = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 120_000);
  await place.turn(() => undefined);
  vi.restoreAllMocks();
  expect(existsSync(place.path(draft))).toBe(false);
});

it('reports content missing from the store before touching anything, and restores the rest', async () => {
  using place = new CheckpointPlace({ 'a.txt': 'lost', 'b.txt': 'kept' });
  const messageId = await place.turn(() => {
    place.write('a.txt', 'agent');
    place.write('b.txt', 'agent');
  });
  const { git } = await place.store.open();
  const id = (await git.run(['hash-object', '--stdin'], { input: 'lost' })).toString().trim();
  rmSync(join(place.store.storeDir, 'objects', id.slice(0, 2), id.slice(2)));
  const { done } = await place.restoreBefore(messageId);
  expect(done).toMatchObject({
    paths: ['b.txt'],
    failed: [{ path: 'a.txt', why: 'its content is missing from the store of checkpoints' }],
  });
  expect([read(place, 'a.txt'), read(place, 'b.txt')]).toEqual(['agent', 'kept']);
});
