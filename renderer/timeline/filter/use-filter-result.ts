import { useMemo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useSession } from '../../store/selectors.ts';
import { type Agents, filterCalls, type FilterResult } from './call-filter.ts';
import { isFiltering } from './filter-choice.ts';
import { useCallFilter } from './timeline-filter.ts';

const NO_AGENTS: Agents = {};

/** The calls that match the filter; `null` while there is none. */
export function useFilterResult(sessionId: string, rows: readonly CallRow[]): FilterResult | null {
  const filter = useCallFilter(sessionId);
  const agents = useSession(sessionId, (view) => view.agents) ?? NO_AGENTS;
  return useMemo(() => (isFiltering(filter) ? filterCalls(rows, filter, agents) : null), [filter, rows, agents]);
}
