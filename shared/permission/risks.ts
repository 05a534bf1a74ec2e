/** In ascending order. Without schemas, since the window's first script sorts by it. */
export const RISKS = ['read', 'write', 'execute', 'network', 'secrets', 'destructive'] as const;

/** Requests with these risks are allowed one at a time: not in a group, from a notification, or by a rule added while they wait. */
const GRAVE: ReadonlySet<(typeof RISKS)[number]> = new Set(['secrets', 'destructive']);

export function isGrave(risk: (typeof RISKS)[number]): boolean {
  return GRAVE.has(risk);
}
