/** Text of the actions for a conversation that is too long. */
export const words = {
  changeModel: 'Change model',
  editLast: 'Edit the last message',
  compact: 'Compact',
} as const;
