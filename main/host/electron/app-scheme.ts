import { protocol } from 'electron';
import { contentPolicy } from '../content-policy.ts';
import { readStaticFile } from '../static-files.ts';

/** The window's only origin. A custom scheme instead of file://, which would let a page read the disk. */
export const APP_ORIGIN = 'app://ui';
export const APP_URL = `${APP_ORIGIN}/index.html`;

/** Call once, before the app is ready. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built window under `app://ui/` and nothing else. */
export function serveAppScheme(rendererDir: string): void {
  protocol.handle('app', async (request) => {
    // Uses the raw address: a URL parser would already have resolved the segments that the file lookup must refuse.
    const path = request.url.startsWith(`${APP_ORIGIN}/`) ? request.url.slice(APP_ORIGIN.length).split(/[?#]/, 1)[0] : undefined;
    const file = request.method === 'GET' && path !== undefined ? await readStaticFile(rendererDir, path) : null;
    if (!file) return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } });
    return new Response(file.body, {
      headers: { 'Content-Type': file.contentType, 'Content-Security-Policy': contentPolicy(), 'X-Content-Type-Options': 'nosniff' },
    });
  });
}
