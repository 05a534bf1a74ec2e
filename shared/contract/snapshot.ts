import { z } from 'zod';
import type { SessionView } from '../session/view.ts';

/** The view is made by the fold both sides share; the envelope is checked, the view's shape is the fold's. */
export const sessionSnapshotSchema = z.object({
  view: z.custom<SessionView>((value) => typeof value === 'object' && value !== null && 'seq' in value && 'callOrder' in value),
});
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
