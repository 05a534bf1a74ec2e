/** What calls can be filtered by. */
export const FACETS = ['state', 'tool', 'agent', 'decision'] as const;
export type Facet = (typeof FACETS)[number];

export interface CallFilter {
  /** Words that must all match, ignoring case. */
  readonly text: string;
  /** Selected values of each facet, combined with OR; an empty list matches all. */
  readonly chosen: Readonly<Record<Facet, readonly string[]>>;
}

export const NO_FILTER: CallFilter = { text: '', chosen: { state: [], tool: [], agent: [], decision: [] } };

export function isFiltering({ text, chosen }: CallFilter): boolean {
  return text.trim() !== '' || FACETS.some((facet) => chosen[facet].length > 0);
}
