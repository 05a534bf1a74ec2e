/** Text of a failed hook. */
export const words = {
  showCall: 'Show call',
  failedHook: 'Failed hook',
  failedTimes: (times: number) => `(${times} times)`,
  hookDetails: 'Details',
  hookCommand: 'Hook',
  hookFile: 'Set in',
  hookPrinted: 'What it printed',
} as const;
