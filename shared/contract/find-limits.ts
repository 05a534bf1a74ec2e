/** Calls that a search in results lists. */
export const MAX_FOUND_CALLS = 1000;
/** Characters that it looks for. */
export const MAX_FOUND_TEXT = 200;
