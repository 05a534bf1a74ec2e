import { z } from 'zod';

/** What a documented part of a Claude Code set-up does here. */
export const COMPATIBILITIES = ['works', 'partly', 'not'] as const;
export const compatibilitySchema = z.enum(COMPATIBILITIES);
export type Compatibility = z.infer<typeof compatibilitySchema>;

export interface Effect {
  readonly compatibility: Compatibility;
  /** What is missing or different, as a sentence for people; empty if it works as documented. */
  readonly why: string;
  /** It restricts what may happen, and here it doesn't: the person has to know. */
  readonly unguarded?: true;
}

export const WORKS: Effect = { compatibility: 'works', why: '' };

export function partly(why: string): Effect {
  return { compatibility: 'partly', why };
}

export function without(why: string): Effect {
  return { compatibility: 'not', why };
}
