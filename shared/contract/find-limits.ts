/** Calls that a search in results lists. */
export const MAX_FOUND_CALLS = 1000;
/** Occurrences that it counts in one result. */
export const MAX_FOUND_IN_CALL = 1000;
/** Lines of a diff from which on only a part is drawn, so that its occurrences count as one. */
export const MAX_DRAWN_DIFF_LINES = 300;
/** Characters that it looks for. */
export const MAX_FOUND_TEXT = 200;
