import type { InstructionImport } from '#main/settings/import-approvals.ts';
import { statOf } from '#main/settings/real-path.ts';

/** A file outside the repository that one of its instruction files includes, and that isn't read. */
export interface OutsideImport extends InstructionImport {
  /** A person may allow it. */
  readonly allowable: boolean;
  readonly why: string;
}

export interface ImportPolicy {
  readonly isAllowed: (one: InstructionImport) => boolean;
  /** Called for each file that isn't read. */
  readonly onRefused?: ((one: OutsideImport) => void) | undefined;
}

/** No file outside is read. */
export const NO_IMPORTS: ImportPolicy = { isAllowed: () => false };

/** Whether a file outside of a trusted repository may be read: Markdown only, never keys or data, and only what a person has allowed. */
export function mayImport(one: InstructionImport, { isAllowed, onRefused }: ImportPolicy): boolean {
  const stat = statOf(one.target);
  // A word with “@” that names nothing.
  if (stat === undefined) return false;
  const never = stat.isFile()
    ? one.target.toLowerCase().endsWith('.md')
      ? undefined
      : 'Only Markdown files may be included from outside the repository.'
    : 'It is not a regular file.';
  if (never !== undefined) {
    onRefused?.({ ...one, allowable: false, why: never });
    return false;
  }
  if (isAllowed(one)) return true;
  onRefused?.({ ...one, allowable: true, why: 'It is outside the repository, so it isn’t read until you allow it.' });
  return false;
}
