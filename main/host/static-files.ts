import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export interface StaticFile {
  readonly body: Buffer<ArrayBuffer>;
  readonly contentType: string;
  /** The name contains a hash of the content, so the file never changes. */
  readonly immutable: boolean;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/**
 * The file under `rootDir` that a URL path names; `null` for everything else: bad encoding, paths that leave the folder (also through a
 * link), special files and types the window doesn't use. The empty path is `index.html`.
 */
export async function readStaticFile(rootDir: string, urlPath: string): Promise<StaticFile | null> {
  const relative = decodePath(urlPath);
  if (relative === null) return null;
  const contentType = CONTENT_TYPES[extname(relative)];
  if (contentType === undefined) return null;
  try {
    const root = await realpath(rootDir);
    const file = await realpath(join(root, relative));
    if (!file.startsWith(root + sep) || !(await stat(file)).isFile()) return null;
    return { body: await readFile(file), contentType, immutable: relative.startsWith('assets/') };
  } catch {
    // Answered as not found.
    return null;
  }
}

/** Decoded once; rejected unless it is plain names separated by slashes. */
function decodePath(urlPath: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath.replace(/^\/+/, ''));
  } catch {
    // Answered as not found.
    return null;
  }
  if (decoded === '') return 'index.html';
  const plain = decoded.split('/').every((part) => /^[\w.@~-]+$/.test(part) && part !== '.' && part !== '..');
  return plain ? decoded : null;
}
