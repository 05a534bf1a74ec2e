/** Text of the actions of notices. */
export const noticeWords = {
  repeated: (times: number, last: string) => `(${times} times, last at ${last})`,
  enterKey: 'Enter a key',
  changeServer: 'Change server or key',
  fromTask: 'From a background task',
  showAgent: 'Show agent',
  showCommand: 'Show command',
  changeModel: 'Change model',
  editLast: 'Edit the last message',
  compact: 'Compact',
} as const;
