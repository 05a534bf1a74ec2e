import { z } from 'zod';
import type { PackedView } from '../session/pack-view.ts';

/** The view is made by the fold both sides share and unpacked by `unpackView`; the envelope is checked, the view's shape is the fold's. */
export const sessionSnapshotSchema = z.object({
  /** The session can't be written, and nothing goes on in it. */
  halted: z.boolean(),
  packed: z.custom<PackedView>((value) => typeof value === 'object' && value !== null && 'seq' in value && 'rows' in value),
});
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
