import { z } from 'zod';

/** The effect of a documented part of a Claude Code set-up here. */
export const COMPATIBILITIES = ['works', 'partly', 'not'] as const;
export const compatibilitySchema = z.enum(COMPATIBILITIES);
export type Compatibility = z.infer<typeof compatibilitySchema>;

export interface Effect {
  readonly compatibility: Compatibility;
  /** What is missing or different, as a sentence for people; empty if it works as documented. */
  readonly why: string;
  /** It is meant to restrict something and doesn't here, so the person must be warned. */
  readonly unguarded?: true;
}

export const WORKS: Effect = { compatibility: 'works', why: '' };

export function partly(why: string): Effect {
  return { compatibility: 'partly', why };
}

export function without(why: string): Effect {
  return { compatibility: 'not', why };
}
