/** From the least to the greatest. */
export const RISKS = ['read', 'write', 'execute', 'network', 'destructive'] as const;
