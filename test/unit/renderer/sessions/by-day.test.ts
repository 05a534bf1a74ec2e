import { expect, test } from 'vitest';
import type { OverviewSession } from '#shared/contract/project.ts';
import { byDay } from '../../../../renderer/sessions/by-day.ts';

const NOW = new Date(2026, 2, 4, 9, 30).getTime();

const used = (updatedAt: Date): OverviewSession => ({
  sessionId: updatedAt.toISOString(),
  projectDir: '/p',
  title: 't',
  createdAt: 0,
  updatedAt: updatedAt.getTime(),
  live: false,
  archived: false,
  state: 'idle',
  waiting: 0,
  endedAt: null,
});

test('names the times of a long list, by the calendar', () => {
  const today = Array.from({ length: 8 }, (_, minute) => used(new Date(2026, 2, 4, 9, 8 - minute)));
  const sessions = [
    ...today,
    used(new Date(2026, 2, 3, 23, 59)),
    used(new Date(2026, 2, 2, 12)),
    used(new Date(2026, 1, 25)),
    used(new Date(2026, 1, 24, 23)),
    used(new Date(2026, 1, 2, 1)),
    used(new Date(2025, 11, 31, 12)),
  ];
  expect(byDay(sessions, NOW).map((day) => [day.name, day.sessions.length])).toEqual([
    ['Today', 8],
    ['Yesterday', 1],
    ['Last 7 days', 2],
    ['February', 2],
    ['December 2025', 1],
  ]);
});

test('rows don’t repeat what the head above them says', () => {
  const today = Array.from({ length: 10 }, (_, minute) => used(new Date(2026, 2, 4, 9, 8 - minute)));
  const days = byDay([...today, used(new Date(2026, 2, 3, 23, 59)), used(new Date(2026, 1, 2, 1))], NOW);
  expect(days.slice(1).map(({ timeOf, sessions: [session] }) => timeOf(session?.updatedAt ?? 0, NOW))).toEqual(['23:59', '2 Mon']);
});

test('a short list needs no heads', () => {
  expect(byDay([used(new Date(NOW)), used(new Date(2026, 2, 1))], NOW).map(({ name }) => name)).toEqual([null]);
});
