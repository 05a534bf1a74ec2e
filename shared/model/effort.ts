import { type Effort, EFFORTS, modelFamily } from './models.ts';

/** `auto`: the model's own default, nothing is sent. */
export const EFFORT_CHOICES = ['auto', ...EFFORTS] as const;
export type EffortChoice = (typeof EFFORT_CHOICES)[number];

/** The effort to ask the model for: the chosen one, or the next lower one that it takes. `undefined`: none is sent. */
export function effortFor(model: string, choice: EffortChoice): Effort | undefined {
  if (choice === 'auto') return undefined;
  return modelFamily(model).efforts?.findLast((effort) => EFFORTS.indexOf(effort) <= EFFORTS.indexOf(choice));
}
