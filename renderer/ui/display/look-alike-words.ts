export const words = {
  letters: (letters: string, kind: string, looks: string | undefined) => `${letters} (${kind}${looks ? `, like ${looks}` : ''})`,
  contains: (named: readonly string[], more: number) =>
    `Contains letters that look like others: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
} as const;
