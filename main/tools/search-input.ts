import type { ValidationResult } from '#main/tool/tool.ts';

/** The system starts no program with an argument of 128 KB, and time and memory of a search grow with the square of it. */
const MAX_BYTES = 10_000;

/** What can't be handed to the search program, by field. */
export function checkSearchInput(fields: Readonly<Record<string, string | undefined>>): ValidationResult {
  for (const [name, value = ''] of Object.entries(fields)) {
    if (value.includes('\0')) return { ok: false, message: `${name} must not contain a null character.${nullAdvice(name)}` };
    const bytes = Buffer.byteLength(value);
    if (bytes > MAX_BYTES) {
      return {
        ok: false,
        message: `${name} is too long to search with: ${String(bytes)} bytes, at most ${String(MAX_BYTES)}. Use a shorter one, or several searches.`,
      };
    }
  }
  return { ok: true };
}

/** The one field that can say it otherwise. */
function nullAdvice(field: string): string {
  return field === 'pattern' ? ' To look for one in files, Grep takes \\x00.' : '';
}
