import { createHash } from 'node:crypto';
import { FIRST_SCRIPT } from '#shared/contract/first-script.ts';

const FIRST_SCRIPT_HASH = `sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}`;

/**
 * The window's content policy, sent as a header by both hosts. Inline styles are allowed because the terminal makes `<style>`
 * elements; scripts come from the app's own files only, but for one in the page, known word for word. `connect` is where its socket goes,
 * and `frame` where it is asked outside the page, if it has them.
 */
export function contentPolicy({ connect = [], frame = `'none'` }: { connect?: readonly string[]; frame?: string } = {}): string {
  return [
    `default-src 'none'`,
    `script-src 'self' '${FIRST_SCRIPT_HASH}'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src ${frame}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `object-src 'none'`,
  ].join('; ');
}
