import { z } from 'zod';

/** A resource as a server lists it. Fields that don't fit are left out; one without an address is no resource. */
export const listedResourceSchema = z.looseObject({
  uri: z.string().max(8192),
  name: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
});

/** Limit on the entries of one answer. */
export const MAX_LISTED = 1000;
