/** Maximum paths named in an event or a list; the rest is counted. */
export const MAX_NAMED = 200;
