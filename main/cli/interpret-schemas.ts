import { config } from 'zod';

/**
 * Makes zod interpret schemas rather than compile each on its first use: of the hundreds that one session touches, few are used often enough to
 * earn that back. Counts for schemas defined after it, so it comes before they are loaded.
 */
export function interpretSchemas(): void {
  config({ jitless: true });
}
