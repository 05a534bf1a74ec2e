import { fileURLToPath } from 'node:url';

/** The file a URI names; `undefined` for anything else. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // It has a host or an encoded slash, so it isn't a local file.
    return undefined;
  }
}
