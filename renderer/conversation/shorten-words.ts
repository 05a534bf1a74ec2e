/** The ways out of a conversation that no longer fits. */
export const words = {
  changeModel: 'Change model',
  editLast: 'Edit the last message',
  compact: 'Compact',
} as const;
