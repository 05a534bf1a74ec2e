import type { Decision } from '#shared/permission/decision.ts';

/** Whether a layer before the allow rules decided: no allow rule changes it. */
export function heldBefore({ behavior, trace }: Decision): boolean {
  return trace.some(({ layer, outcome }) => outcome === behavior && (layer === 'deny' || layer === 'ask' || layer === 'safety'));
}
