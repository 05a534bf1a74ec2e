/** In ascending order. Without schemas, since the window's first script sorts by it. */
export const RISKS = ['read', 'write', 'execute', 'network', 'secrets', 'destructive'] as const;

/** What a person answers by itself: not in a group, from a notification, or through a rule that was made while it waited. */
const GRAVE: ReadonlySet<(typeof RISKS)[number]> = new Set(['secrets', 'destructive']);

export function isGrave(risk: (typeof RISKS)[number]): boolean {
  return GRAVE.has(risk);
}
