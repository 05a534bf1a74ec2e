import type { ProtectedReason } from '../coverage/protected-files.ts';

/** Why a file that was to be restored stayed as it is. */
export const WHY_LEFT: Readonly<Record<ProtectedReason | 'moved' | 'theirs', string>> = {
  uncovered: 'it was there then, and not covered by the checkpoint',
  unknown: 'it may have been there then, not covered by the checkpoint',
  moved: 'it has changed since the list was made',
  theirs: 'you or another program changed it since',
};
