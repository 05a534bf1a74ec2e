/** Text of the notice about a wider mode. */
export const words = {
  modeIs: (name: string) => `Mode: ${name}`,
  undo: 'Undo',
} as const;
