import { z } from 'zod';
import type { PackedView } from '../session/pack-view.ts';

/** Built by the shared fold and unpacked by `unpackView`. Only the envelope is validated, not the packed view. */
export const sessionSnapshotSchema = z.object({
  /** The session's log can't be written, so the session has stopped. */
  halted: z.boolean(),
  packed: z.custom<PackedView>((value) => typeof value === 'object' && value !== null && 'seq' in value && 'rows' in value),
});
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
