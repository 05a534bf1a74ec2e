import { expect, it } from 'vitest';
import type { TurnRow } from '#shared/session/view.ts';
import { turnEnds } from '../../../../renderer/conversation/items/shown-items.ts';

it('has one card after an error that came at several tries: of the last try that made calls', () => {
  const turn = (turnId: string, lastItem: string, ...calls: [number, number]): TurnRow => ({
    turnId,
    startedAt: 0,
    endedAt: 1,
    outcome: 'failed',
    lastItem,
    calls,
    usdSoFar: 0,
  });
  const ends = turnEnds([turn('worked', 'error', 0, 2), turn('again', 'error', 2, 2), turn('next', 'answer', 2, 2)]);
  expect([...ends].map(([item, { turnId }]) => [item, turnId])).toEqual([
    ['error', 'worked'],
    ['answer', 'next'],
  ]);
});
