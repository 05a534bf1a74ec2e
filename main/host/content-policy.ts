/**
 * The window's content policy, sent as a header by both hosts. Inline styles are allowed because the terminal makes `<style>`
 * elements; scripts come from the app's own files only. `connect` is where its socket goes, if it has one.
 */
export function contentPolicy(connect: readonly string[] = []): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    `frame-src 'none'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `object-src 'none'`,
  ].join('; ');
}
