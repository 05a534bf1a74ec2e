export const words = {
  justNow: 'just now',
} as const;
