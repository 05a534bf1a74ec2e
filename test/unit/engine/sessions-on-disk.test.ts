import { rgPath } from '@vscode/ripgrep';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchSessions } from '#main/engine/search-sessions.ts';
import { SessionFiles } from '#main/session/store.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';

const PROJECT = '/p/tides';
let stateDir: string;
let files: SessionFiles;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-sessions-'));
  files = new SessionFiles(stateDir);
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

function said(text: string, more: Partial<Extract<NewSessionEvent, { type: 'user.message' }>['data']> = {}): NewSessionEvent {
  return {
    type: 'user.message',
    data: { messageId: text, content: [{ type: 'text', text }], origin: 'prompt', visibility: 'both', ...more },
  };
}

function stored(...events: NewSessionEvent[]): string {
  const owned = files.create(PROJECT);
  const data = { sessionId: owned.sessionId, projectDir: PROJECT, model: 'm', mode: 'default', client: 'anthropic' } as const;
  for (const event of [{ type: 'session.created', data } as const, ...events]) owned.log.append(event);
  owned.log.close();
  owned.release();
  return owned.sessionId;
}

const search = (query: string) => searchSessions({ ripgrepPath: rgPath, folder: files.folderOf(PROJECT), query });

describe('searching', () => {
  test('finds text of people and the model, ignoring case, and counts matches', async () => {
    const tides = stored(said('Fix the low Water mark'), {
      type: 'assistant.block',
      data: { requestId: 'r', messageId: 'r', index: 0, block: { type: 'text', text: 'The low water mark is wrong.' } },
    });
    stored(said('Something else'));
    const { sessions, incomplete } = await search('LOW WATER');
    expect(sessions).toEqual([{ sessionId: tides, snippet: 'Fix the low Water mark', count: 2 }]);
    expect(incomplete).toBe(false);
  });

  test('ignores reminders to the model and tool results', async () => {
    stored(said('secret word', { visibility: 'model' }), {
      type: 'call.finished',
      data: {
        callId: 'c',
        outcome: 'done',
        isError: false,
        content: 'secret word',
        view: { kind: 'read', title: 'Read', summary: '' },
        spans: [],
      },
    });
    expect((await search('secret word')).sessions).toEqual([]);
  });

  test.each(['a "quoted" \\ path', 'f(x) = [1-2]*', 'zwei\nZeilen', '日本語 𝄞', '$^|&~'])('finds %j literally', async (words) => {
    const id = stored(said(`before ${words} behind`));
    stored(said('something else altogether'));
    expect((await search(words)).sessions.map(({ sessionId }) => sessionId)).toEqual([id]);
  });

  test('a folder without sessions has no results', async () => {
    expect((await searchSessions({ ripgrepPath: rgPath, folder: join(stateDir, 'none'), query: 'x' })).sessions).toEqual([]);
  });
});

describe('a custom title', () => {
  test('is listed, and kept when the session is resumed', () => {
    const id = stored(said('first words'));
    files.rename(PROJECT, id, 'Low water');
    expect(files.list(PROJECT)).toMatchObject([{ sessionId: id, title: 'Low water' }]);
    const owned = files.open(PROJECT, id);
    expect(owned.log.events.findLast(({ type }) => type === 'session.title')).toMatchObject({ data: { title: 'Low water' } });
    owned.log.close();
    owned.release();
    const again = files.open(PROJECT, id);
    expect(again.log.events.filter(({ type }) => type === 'session.title')).toHaveLength(1);
    again.log.close();
    again.release();
  });
});

describe('archiving', () => {
  test('marks a stored session until it is taken back', () => {
    const id = stored(said('x'));
    files.archive(PROJECT, id, true);
    expect(files.list(PROJECT)).toMatchObject([{ sessionId: id, archived: true }]);
    files.archive(PROJECT, id, false);
    expect(files.list(PROJECT)).toMatchObject([{ archived: false }]);
    expect(() => files.archive(PROJECT, '..', true)).toThrow('no session');
  });
});

describe('deleting', () => {
  test('removes everything of the session', () => {
    const id = stored(said('x'));
    const kept = stored(said('y'));
    files.remove(PROJECT, id);
    expect(files.list(PROJECT).map(({ sessionId }) => sessionId)).toEqual([kept]);
    expect(existsSync(join(files.folderOf(PROJECT), id))).toBe(false);
  });

  test('refuses an open session, and rejects a path as ID', () => {
    const owned = files.create(PROJECT);
    expect(() => files.remove(PROJECT, owned.sessionId)).toThrow();
    expect(existsSync(owned.log.sessionDir)).toBe(true);
    expect(() => files.remove(PROJECT, '..')).toThrow('no session');
    owned.log.close();
    owned.release();
  });
});
