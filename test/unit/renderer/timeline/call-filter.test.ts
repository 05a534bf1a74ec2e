import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRow } from '#shared/session/view.ts';
import { filterCalls, toggleValue, valueWords } from '../../../../renderer/timeline/filter/call-filter.ts';
import { type CallFilter, FACETS, isFiltering, NO_FILTER } from '../../../../renderer/timeline/filter/filter-choice.ts';
import { outcomeWords } from '../../../../renderer/ui/words.ts';
import { nextMatch, orderRows } from '../../../../renderer/timeline/grid/row-order.ts';
import { row } from './rows.ts';

const agents = {
  ag1: {
    agentId: 'ag1',
    parentCallId: 'agent',
    agentType: 'reviewer',
    description: '',
    model: '',
    depth: 1,
    unreported: false,
    background: false,
    state: 'running' as const,
    startedAt: 0,
    tokens: 0,
    calls: 0,
  },
};
const decided = (behavior: 'allow' | 'deny', reason: NonNullable<CallRow['decision']>['reason'], rule?: string): Partial<CallRow> => ({
  decision: { behavior, reason, message: '', rule },
});

const rows = [
  row('read', {
    toolName: 'Read',
    view: { kind: 'read', title: 'Read', summary: 'src/Money.ts', outcome: '30 lines' },
    ...decided('allow', 'workingDirectory'),
  }),
  row('test', { state: 'failed', view: { kind: 'command', title: 'Run', summary: 'npm test' }, ...decided('allow', 'user') }),
  row('curl', {
    state: 'denied',
    view: { kind: 'command', title: 'Run', summary: 'curl a.example' },
    ...decided('deny', 'rule', 'Bash(curl:*)'),
  }),
  row('agent', { toolName: 'Agent', state: 'running', view: { kind: 'agent', title: 'Agent', summary: 'review' } }),
  row('grep', {
    toolName: 'Grep',
    agentId: 'ag1',
    parentCallId: 'agent',
    view: { kind: 'search', title: 'Search', summary: 'money' },
    ...decided('allow', 'readOnly'),
  }),
];
const passing = (filter: Partial<CallFilter>): string[] => [...filterCalls(rows, { ...NO_FILTER, ...filter }, agents).matches];
const choose = (...values: readonly (readonly [(typeof FACETS)[number], string])[]): CallFilter =>
  values.reduce((filter, [facet, value]) => toggleValue(filter, facet, value), NO_FILTER);

it('a call that ended before a decision was decided by nothing, one that still may be isn’t decided yet', () => {
  const ended = row('wrong', { toolName: 'NoSuchTool', state: 'failed', finishedAt: 1 });
  const { counts } = filterCalls([ended, row('next', { state: 'queued' })], NO_FILTER, {});
  expect([...counts.decision].map(([value, count]) => [valueWords('decision', value, {}), count])).toEqual([
    ['Never decided', 1],
    ['Not decided yet', 1],
  ]);
});

describe('filtering calls', () => {
  it('tells what ran and was stopped from what never ran', () => {
    const view = { kind: 'command', title: 'Run', summary: 'tail', outcome: 'stopped' } as const;
    const ended = [
      row('stopped', { state: 'cancelled', startedAt: 1, view }),
      row('byPerson', { state: 'failed', startedAt: 1, view: { ...view, outcome: 'interrupted' } }),
      row('cancelled', { state: 'cancelled', view }),
      row('failed', { state: 'failed', startedAt: 1 }),
    ];
    const matches = (filter: CallFilter) => [...filterCalls(ended, filter, {}).matches];
    expect(matches(choose(['state', 'stopped']))).toEqual(['stopped', 'byPerson']);
    expect(matches(choose(['state', 'cancelled']))).toEqual(['cancelled']);
    expect(matches(choose(['state', 'failed']))).toEqual(['failed']);
    expect(matches({ ...NO_FILTER, text: 'stopped' })).toEqual(['stopped', 'byPerson']);
    expect(matches({ ...NO_FILTER, text: 'cancelled' })).toEqual(['cancelled']);
    expect(ended.map(outcomeWords)).toEqual(['stopped', 'stopped', 'cancelled', undefined]);
    expect(['stopped', 'cancelled'].map((value) => valueWords('state', value, {}))).toEqual(['Stopped', 'Cancelled']);
  });

  it('a command that waits for input is waiting, as its row says', () => {
    const rows = [
      row('sudo', { state: 'running', startedAt: 1, inputWaits: [[2, null]] }),
      row('make', { state: 'running', startedAt: 1 }),
    ];
    const matches = (value: string) => [...filterCalls(rows, choose(['state', value]), {}).matches];
    expect(matches('waiting')).toEqual(['sudo']);
    expect(matches('running')).toEqual(['make']);
  });

  it.each<[string, Partial<CallFilter>, string[]]>([
    ['nothing asked', {}, ['read', 'test', 'curl', 'agent', 'grep']],
    ['a word in any case', { text: 'MONEY' }, ['read', 'grep']],
    ['all words', { text: 'npm  run' }, ['test']],
    ['the tool', { text: 'bash' }, ['test', 'curl']],
    ['the outcome', { text: '30 lines' }, ['read']],
    ['the rule that decided', { text: 'curl:*' }, ['curl']],
    ['the agent, by its name', { text: 'reviewer' }, ['grep']],
    ['regular expression characters', { text: '.*' }, []],
    ['a state', choose(['state', 'failed']), ['test']],
    ['either of two states', choose(['state', 'failed'], ['state', 'denied']), ['test', 'curl']],
    ['a state and a tool', choose(['state', 'failed'], ['tool', 'Read']), []],
    ['the main agent', choose(['agent', '']), ['read', 'test', 'curl', 'agent']],
    ['a sub-agent', choose(['agent', 'ag1']), ['grep']],
    ['decided by a rule', choose(['decision', 'rule']), ['curl']],
    ['decided by a person', choose(['decision', 'you']), ['test']],
    ['not decided yet', choose(['decision', 'open']), ['agent']],
  ])('%s', (_what, filter, expected) => expect(passing(filter)).toEqual(expected));

  it('selecting a value twice restores the filter', () => {
    const filter = choose(['state', 'failed'], ['state', 'failed']);
    expect([filter, isFiltering(filter)]).toEqual([NO_FILTER, false]);
  });
});

describe('counts', () => {
  it('of a facet apply the other facets, not itself', () => {
    const { counts } = filterCalls(rows, choose(['state', 'failed']), agents);
    expect(Object.fromEntries(counts.state)).toEqual({ done: 2, failed: 1, denied: 1, running: 1 });
    expect(Object.fromEntries(counts.tool)).toEqual({ Read: 0, Bash: 1, Agent: 0, Grep: 0 });
  });

  it('keep a selected value that no call has', () => {
    expect(filterCalls(rows, choose(['tool', 'Gone']), agents).counts.tool.get('Gone')).toBe(0);
  });

  it('of a value say how many calls selecting it alone in its facet shows', () => {
    const facet = fc.constantFrom(...FACETS);
    const value = fc.constantFrom('done', 'failed', 'denied', 'Bash', 'Read', 'ag1', '', 'rule', 'you');
    fc.assert(
      fc.property(fc.array(fc.tuple(facet, value), { maxLength: 5 }), facet, (chosen, asked) => {
        const filter = choose(...chosen);
        for (const [name, count] of filterCalls(rows, filter, agents).counts[asked]) {
          const alone = { ...filter, chosen: { ...filter.chosen, [asked]: [name] } };
          expect(filterCalls(rows, alone, agents).matches.size).toBe(count);
        }
      }),
    );
  });
});

describe('rows of a filtered timeline', () => {
  const calls = Object.fromEntries(rows.map((one) => [one.callId, one]));
  const order = rows.map((one) => one.callId);

  it('keep the agent of a match, also when its calls were collapsed', () => {
    expect(orderRows(order, calls, new Set(['agent']), new Set(['grep']))).toMatchObject([
      { callId: 'agent', context: true },
      { callId: 'grep', context: false, level: 2 },
    ]);
  });

  it('drop an agent without a match', () => {
    expect(orderRows(order, calls, new Set(), new Set(['read'])).map((one) => one.callId)).toEqual(['read']);
  });

  it('next match skips rows shown only as context, and wraps around', () => {
    const shown = orderRows(order, calls, new Set(), new Set(['read', 'grep']));
    expect([nextMatch(shown, 0, 1), nextMatch(shown, 2, 1), nextMatch(shown, 0, -1), nextMatch([], 0, 1)]).toEqual([2, 0, 2, undefined]);
  });
});
