/** Text of what divides a conversation. */
export const words = {
  clearedForPlan: 'Started fresh with the plan',
  compactedHere: 'Compacted here',
  tokens: 'tokens',
  hide: 'Hide',
  show: 'Show',
  plan: 'plan',
  summary: 'summary',
  rewound: 'Rewound',
  /** How many messages of the person’s own. */
  rewoundMessages: (messages: number) => (messages === 1 ? 'Rewound 1 message' : `Rewound ${messages.toLocaleString('en')} messages`),
} as const;
