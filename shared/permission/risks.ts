/** From the least to the greatest. */
export const RISKS = ['read', 'write', 'execute', 'network', 'secrets', 'destructive'] as const;
