/** Text of the totals of a session. */
export const words = {
  showByTool: 'Show the time by tool',
  work: 'Calls ran',
  workHint: 'Total running time of all calls',
  model: 'Model',
  modelHint: 'Time in which a model thought or wrote, including those of sub-agents',
  waited: 'Waited',
  waitedHint: 'Time in which calls waited for you and none ran',
  forYou: 'for you',
  saved: 'Saved',
  savedHint: 'Time saved by running calls in parallel',
  inParallel: 'in parallel',
} as const;
