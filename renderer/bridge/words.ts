export const words = {
  connectionLost: 'The connection to Gatehouse was lost before the result arrived. Try again once it is back',
} as const;
