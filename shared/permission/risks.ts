/** In ascending order. */
export const RISKS = ['read', 'write', 'execute', 'network', 'secrets', 'destructive'] as const;
