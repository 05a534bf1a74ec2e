import { expect, it } from 'vitest';
import type { TraceEntry } from '#shared/permission/decision.ts';
import { foldPasses } from '../../../../renderer/calls/fold-passes.ts';

const pass = (layer: TraceEntry['layer'], more: Partial<TraceEntry> = {}): TraceEntry => ({
  layer,
  outcome: 'pass',
  detail: layer,
  ...more,
});

it('puts layers together that only pass the call on', () => {
  const trace = [
    pass('deny'),
    pass('ask'),
    pass('tool'),
    pass('allow', { subject: 'npm test' }),
    pass('mode'),
    pass('dialog', { outcome: 'ask' }),
  ];
  expect(foldPasses(trace).map((step) => step.map(({ layer }) => layer))).toEqual([
    ['deny', 'ask', 'tool'],
    ['allow'],
    ['mode'],
    ['dialog'],
  ]);
});
