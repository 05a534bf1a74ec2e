import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import { waitsForInput } from '#shared/session/call-waits.ts';
import type { AgentRow, CallRow } from '#shared/session/view.ts';
import { DECIDER_WORDS, deciderOf, isDecider } from '../../calls/decision-words.ts';
import { outcomeWords, shownState, type ShownState, STATE_WORDS, stateWord } from '../../ui/words.ts';
import { callName } from '../grid/tool-name.tsx';
import { words } from '../words.ts';
import { type CallFilter, type Facet, FACETS } from './filter-choice.ts';

export type Agents = Readonly<Record<string, AgentRow>>;

/** The main agent has no ID. */
const MAIN_AGENT = '';

/** Toggles one value of a facet. */
export function toggleValue(filter: CallFilter, facet: Facet, value: string): CallFilter {
  const before = filter.chosen[facet];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return { ...filter, chosen: { ...filter.chosen, [facet]: after } };
}

function facetValue(row: CallRow, facet: Facet): string {
  switch (facet) {
    case 'state':
      // As its row shows it: a command that waits for input waits.
      return waitsForInput(row) ? 'waiting' : shownState(row);
    case 'tool':
      return row.toolName;
    case 'agent':
      return row.agentId ?? MAIN_AGENT;
    case 'decision':
      return deciderOf(row);
  }
}

const NO_TOOLS: ReadonlyMap<string, string> = new Map();

/** The name of each tool that was called. */
export function toolNames(rows: readonly CallRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [row.toolName, callName(row)]));
}

/** Display name of a facet's value. `tools`: the names of tools. */
export function valueWords(facet: Facet, value: string, agents: Agents, tools: ReadonlyMap<string, string> = NO_TOOLS): string {
  if (facet === 'state') return STATE_WORDS[value as ShownState] ?? value;
  if (facet === 'decision') return isDecider(value) ? DECIDER_WORDS[value] : value;
  if (facet === 'tool') return tools.get(value) ?? value;
  return value === MAIN_AGENT ? words.mainAgent : nameOfAgent(value, agents);
}

function nameOfAgent(agentId: string, agents: Agents): string {
  const agent = agents[agentId];
  return agent ? agentLabel(agent) : agentId;
}

export interface FilterResult {
  /** IDs of the calls that match. */
  readonly matches: ReadonlySet<string>;
  /** For each facet and value, how many calls it would show with the other facets and the text unchanged. */
  readonly counts: Readonly<Record<Facet, ReadonlyMap<string, number>>>;
}

/** One pass over all rows. Selected values are counted even if no call has them any more. */
export function filterCalls(rows: readonly CallRow[], filter: CallFilter, agents: Agents): FilterResult {
  const words = filter.text.toLowerCase().split(/\s+/u).filter(Boolean);
  const matches = new Set<string>();
  const counts: Record<Facet, Map<string, number>> = { state: new Map(), tool: new Map(), agent: new Map(), decision: new Map() };
  for (const facet of FACETS) for (const value of filter.chosen[facet]) counts[facet].set(value, 0);
  for (const row of rows) {
    const values = FACETS.map((facet) => [facet, facetValue(row, facet)] as const);
    const missed = values.filter(([facet, value]) => filter.chosen[facet].length > 0 && !filter.chosen[facet].includes(value));
    const matchesQuery = words.length === 0 || matchesText(row, words, agents);
    if (matchesQuery && missed.length === 0) matches.add(row.callId);
    for (const [facet, value] of values) {
      const counted = matchesQuery && missed.every(([other]) => other === facet);
      counts[facet].set(value, (counts[facet].get(value) ?? 0) + (counted ? 1 : 0));
    }
  }
  return { matches, counts };
}

function matchesText(row: CallRow, words: readonly string[], agents: Agents): boolean {
  const text = searchText(row) + (row.agentId === undefined ? '' : `\n${nameOfAgent(row.agentId, agents).toLowerCase()}`);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<CallRow, string>();

/** The searchable text of a row: what is shown, and the rule that decided. */
function searchText(row: CallRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const { toolName, view, decision } = row;
    text = [toolName, view.title, view.summary, outcomeWords(row), decision?.rule, stateWord(row)].join('\n').toLowerCase();
    texts.set(row, text);
  }
  return text;
}
