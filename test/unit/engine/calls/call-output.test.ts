import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOutput, pageOf } from '#main/engine/calls/call-output.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { finished, numbered } from '#test/support/session-events.ts';
import { TempProject } from '#test/support/temp-project.ts';

/** A session whose call `c` had its result saved to `path`. */
function saved(path: string): readonly SessionEvent[] {
  const end = finished('c', 'preview');
  return numbered(end.type === 'call.finished' ? [{ ...end, data: { ...end.data, persistedPath: path } }] : []);
}

function sessionWith(temp: TempProject, text: string): { dir: string; path: string } {
  const dir = join(temp.stateDir, 'session');
  const path = join(dir, 'tool-results', 'c.txt');
  mkdirSync(join(dir, 'tool-results'), { recursive: true });
  writeFileSync(path, text);
  return { dir, path };
}

/** All pages, starting with the first. */
async function read(events: readonly SessionEvent[], dir: string): Promise<string[]> {
  const pages: string[] = [];
  let offset = 0;
  for (;;) {
    const page = await callOutput(events, dir, { callId: 'c', offset, toEnd: false });
    expect(page.offset).toBe(offset);
    pages.push(page.text);
    if (page.end >= page.total) return pages;
    expect(page.end).toBeGreaterThan(offset);
    offset = page.end;
  }
}

describe('the whole result of a call', () => {
  it('is split into pages at line ends that add up to it', async () => {
    using temp = new TempProject();
    const text = Array.from({ length: 9000 }, (_, line) => `${line} äß€😀 ${'x'.repeat(line % 90)}\n`).join('');
    const { dir, path } = sessionWith(temp, text);
    const pages = await read(saved(path), dir);
    expect(pages.join('')).toBe(text);
    expect(pages.every((page) => page.endsWith('\n') && Buffer.byteLength(page) <= 65_536)).toBe(true);
  });

  it('of one very long line adds up too', async () => {
    using temp = new TempProject();
    const text = '😀€a'.repeat(40_000);
    const { dir, path } = sessionWith(temp, text);
    expect((await read(saved(path), dir)).join('')).toBe(text);
  });

  it('can be read from its end and past it', async () => {
    using temp = new TempProject();
    const { dir, path } = sessionWith(temp, '€'.repeat(100_000));
    const last = await callOutput(saved(path), dir, { callId: 'c', offset: 0, toEnd: true });
    expect(last).toMatchObject({ end: 300_000, total: 300_000 });
    expect(last.text).toMatch(/^€+$/);
    expect(await callOutput(saved(path), dir, { callId: 'c', offset: 1e12, toEnd: false })).toMatchObject({ text: '', end: 300_000 });
  });

  it.each([
    ['outside the session', '/etc/passwd', 'refused'],
    ['the log of the session', 'events.jsonl', 'refused'],
    ['through ..', 'tool-results/../events.jsonl', 'refused'],
    ['a folder', 'tool-results/folder', 'refused'],
    ['gone', 'tool-results/gone.txt', 'not_found'],
    ['a link', 'tool-results/link.txt', 'not_found'],
  ])('is not read when the log names a file %s', async (_what, name, code) => {
    using temp = new TempProject();
    const { dir } = sessionWith(temp, 'text');
    writeFileSync(join(dir, 'events.jsonl'), '{}');
    symlinkSync('/etc/passwd', join(dir, 'tool-results/link.txt'));
    mkdirSync(join(dir, 'tool-results/folder'));
    const path = name.startsWith('/') ? name : `${dir}/${name}`;
    await expect(callOutput(saved(path), dir, { callId: 'c', offset: 0, toEnd: false })).rejects.toMatchObject({ code });
  });

  it('is absent when nothing was saved', async () => {
    const events = numbered([finished('c', 'short')]);
    await expect(callOutput(events, '/nowhere', { callId: 'c', offset: 0, toEnd: false })).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('a page contains whole characters wherever it is cut, if at least two fit', () => {
  fc.assert(
    fc.property(
      // Without the character that stands for a broken one.
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\ufffd')),
      fc.nat(60),
      fc.integer({ min: 8, max: 60 }),
      (text, from, length) => {
        const bytes = Buffer.from(text);
        const page = pageOf(bytes.subarray(from, from + length), Math.min(from, bytes.length), bytes.length);
        expect(page.text).toBe(bytes.toString('utf8', page.offset, page.end));
        expect(page.text).not.toContain('\ufffd');
        expect(Buffer.byteLength(page.text)).toBe(page.end - page.offset);
      },
    ),
  );
});
