import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { confirmationDir } from '#main/app-root.ts';
import { createLogger } from '#main/log/logger.ts';
import { parseJson } from '#shared/json-limits.ts';
import { readStaticFile } from '../static-files.ts';
import { confirmationPage } from './confirmation-page.ts';
import { splitUrl } from './respond.ts';
import type { WebConfirmations } from './web-confirmations.ts';

const log = createLogger('host');

const MAX_BODY_BYTES = 4096;
const FILES: readonly string[] = ['frame.js', 'frame.css'];

const answerSchema = z.strictObject({ secret: z.string(), digest: z.string(), confirmed: z.boolean() });

export interface ConfirmationSiteOptions {
  readonly confirmations: WebConfirmations;
  /** The secret path of all addresses. */
  readonly basePath: string;
  /** Of the frame, and of the window's page, which alone may show it. */
  readonly origin: string;
  readonly pageOrigin: string;
}

/** Answers one request to the frame's origin: a question, the frame's own files, or the frame's answer. */
export async function respondToFrame(
  request: IncomingMessage,
  response: ServerResponse,
  { confirmations, basePath, origin, pageOrigin }: ConfirmationSiteOptions,
): Promise<void> {
  const { pathname } = splitUrl(request.url ?? '/');
  const path = `${basePath}confirm/`;
  const name = pathname.startsWith(path) ? pathname.slice(path.length) : '';
  const send = (status: number, type: string, body: string | Buffer): void => {
    response.writeHead(status, { ...headers(pageOrigin), 'Content-Type': type }).end(body);
  };
  if (request.method === 'POST') {
    const accepted = confirmations.answer(isFromFrame(request, origin), name, await answerOf(request));
    if (!accepted) log.warn('A confirmation was refused: it is not the frame’s answer to what was shown');
    return send(accepted ? 200 : 403, 'text/plain; charset=utf-8', accepted ? 'ok' : 'This is not an answer to what was shown.');
  }
  const file = FILES.includes(name) ? await readStaticFile(confirmationDir, name) : null;
  if (file) return send(200, file.contentType, file.body);
  // Never as a page of its own, nor read by a script.
  const question = request.headers['sec-fetch-dest'] === 'iframe' ? confirmations.question(name) : undefined;
  if (question) return send(200, 'text/html; charset=utf-8', confirmationPage(question));
  send(404, 'text/plain; charset=utf-8', 'There is nothing here. It may have been answered already.');
}

function headers(pageOrigin: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Content-Security-Policy': [
      `default-src 'none'`,
      `script-src 'self'`,
      `style-src 'self'`,
      `connect-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors ${pageOrigin}`,
    ].join('; '),
  };
}

/** Browsers set both headers themselves; no script can. */
function isFromFrame(request: IncomingMessage, origin: string): boolean {
  const site = request.headers['sec-fetch-site'];
  return request.headers.origin === origin && (site === undefined || site === 'same-origin');
}

const NOTHING = { secret: '', digest: '', confirmed: false };

/** What isn't an answer is one that fits nothing. */
async function answerOf(request: IncomingMessage): Promise<z.output<typeof answerSchema>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) return NOTHING;
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return NOTHING;
    chunks.push(chunk);
  }
  try {
    return answerSchema.parse(parseJson(Buffer.concat(chunks).toString()));
  } catch {
    // Refused by what holds the questions.
    return NOTHING;
  }
}
