import type { NoCommit } from '#shared/contract/changes.ts';
import type { SessionPlace } from '#shared/permission/call-place.ts';

/** Why Gatehouse doesn’t commit itself; `null` if it does. The agent’s git passes the gate, and can always be asked. */
export function whyNoCommit(by: { readonly trusted: boolean; readonly place: SessionPlace | undefined }): NoCommit | null {
  if (by.place !== undefined) return 'elsewhere';
  return by.trusted ? null : 'untrusted';
}

export const NO_COMMIT_TEXT: Readonly<Record<NoCommit, string>> = {
  untrusted: 'The folder isn’t trusted, and a commit runs what its repository names.',
  elsewhere: 'The commands of this session run elsewhere, and a commit would run what the repository names on this machine.',
};
