/** In ascending order. Without schemas, since the window's first script sorts by it. */
export const RISKS = ['read', 'write', 'execute', 'network', 'secrets', 'destructive'] as const;
