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
  oneRewound: 'A message and everything after it were rewound',
  manyRewound: (messages: number) => `${messages} messages and everything after them were rewound`,
} as const;
