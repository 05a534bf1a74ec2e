import { type Dirent, readdirSync } from 'node:fs';

/** The entries of a folder; none if it is missing or can't be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Missing or unreadable, so nothing is known of its content.
    return [];
  }
}
