import { create } from 'zustand';
import { NO_FILTER, type CallFilter } from './call-filter.ts';

interface FilterState {
  /** The session it was made for: another one starts unfiltered. */
  readonly sessionId: string;
  readonly filter: CallFilter;
  /** Whether its bar is shown. */
  readonly open: boolean;
  /** Counted up when the search field should take the focus. */
  readonly wanted: number;
}

/** What the timeline is filtered by. It outlives a look at another pane. */
export const useFilterState = create<FilterState>(() => ({ sessionId: '', filter: NO_FILTER, open: false, wanted: 0 }));

export function useCallFilter(sessionId: string): CallFilter {
  return useFilterState((state) => (state.sessionId === sessionId ? state.filter : NO_FILTER));
}

export function setFilter(sessionId: string, filter: CallFilter): void {
  useFilterState.setState({ sessionId, filter });
}

/** Shows the bar and puts the cursor into its field. */
export function openFilter(): void {
  useFilterState.setState(({ wanted }) => ({ open: true, wanted: wanted + 1 }));
}

/** Shows all calls again and puts the bar away. */
export function closeFilter(): void {
  useFilterState.setState({ filter: NO_FILTER, open: false });
}
