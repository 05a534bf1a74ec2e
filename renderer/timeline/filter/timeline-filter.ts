import { create } from 'zustand';
import { type CallFilter, NO_FILTER } from './filter-choice.ts';

interface FilterState {
  /** The session it belongs to: another one starts unfiltered. */
  readonly sessionId: string;
  readonly filter: CallFilter;
  /** Whether the filter bar is shown. */
  readonly open: boolean;
  /** Incremented to move the focus to the search field. */
  readonly wanted: number;
}

/** The timeline's filter. Kept while another pane is shown. */
export const useFilterState = create<FilterState>(() => ({ sessionId: '', filter: NO_FILTER, open: false, wanted: 0 }));

export function useCallFilter(sessionId: string): CallFilter {
  return useFilterState((state) => (state.sessionId === sessionId ? state.filter : NO_FILTER));
}

export function setFilter(sessionId: string, filter: CallFilter): void {
  useFilterState.setState({ sessionId, filter });
}

/** Shows the bar and focuses its field. */
export function openFilter(): void {
  useFilterState.setState(({ wanted }) => ({ open: true, wanted: wanted + 1 }));
}

/** Clears the filter and hides the bar. */
export function closeFilter(): void {
  useFilterState.setState({ filter: NO_FILTER, open: false });
}
