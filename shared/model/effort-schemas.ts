import { z } from 'zod';
import { EFFORT_CHOICES } from './effort.ts';
import { EFFORTS } from './models.ts';

/** How much a model is to put into an answer, thinking and calls included. */
export const effortSchema = z.enum(EFFORTS);
export const effortChoiceSchema = z.enum(EFFORT_CHOICES);
