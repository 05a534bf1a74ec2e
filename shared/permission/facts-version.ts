/** The version of stored facts (`facts.ts`). In a file of its own, so that an analysis doesn’t load the schemas of stored facts. */
export const FACTS_VERSION = 1;
