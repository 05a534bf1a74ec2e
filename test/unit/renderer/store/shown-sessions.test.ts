import { beforeEach, expect, it, vi } from 'vitest';
import type { Project } from '#shared/contract/project.ts';
import { emptySlot } from '../../../../renderer/store/session-slot.ts';

const projectAt = (projectDir: string): Project => ({
  projectDir,
  name: projectDir,
  trusted: true,
  untrustedItems: [],
  gitBranch: null,
  demo: false,
  gone: false,
});

const kept = new Map<string, string>();
/** As a newly loaded page has it. */
async function load() {
  vi.resetModules();
  const window = await import('../../../../renderer/store/app-store.ts');
  const sessions = await import('../../../../renderer/store/shown-sessions.ts');
  sessions.followPreviousSessions();
  const show = (projectDir: string, sessionId: string | null, status: 'ready' | 'error' = 'ready') =>
    window.useWindow.setState({
      project: projectAt(projectDir),
      sessionId,
      sessions: sessionId === null ? {} : { [sessionId]: { ...emptySlot(projectDir), status } },
    });
  return { ...sessions, show, previous: () => sessions.previousSession()?.sessionId };
}

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

it('goes between the last two sessions, of any project', async () => {
  const { show, previous, previousSession } = await load();
  expect(previous()).toBeUndefined();
  show('/a', 'a1');
  expect(previous()).toBeUndefined();
  show('/a', 'a2');
  show('/b', null);
  // While another project opens, and on the page of all projects, the last one.
  expect(previous()).toBe('a2');
  show('/b', 'b1');
  expect(previousSession()).toEqual({ projectDir: '/a', sessionId: 'a2' });
  show('/a', 'a2');
  expect(previous()).toBe('b1');
});

it('leaves out what was deleted or never opened, and remembers over a reload', async () => {
  const first = await load();
  first.show('/a', 'a1');
  first.show('/a', 'a2');
  first.show('/a', 'gone', 'error');
  expect(first.previous()).toBe('a2');
  first.show('/a', 'a3');
  expect(first.previous()).toBe('a2');
  first.forgetShown('a2');
  expect(first.previous()).toBe('a1');
  const again = await load();
  again.show('/a', 'a3');
  expect(again.previous()).toBe('a1');
});

it('does without storage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { show, previous } = await load();
  show('/a', 'a1');
  show('/a', 'a2');
  expect(previous()).toBe('a1');
});
