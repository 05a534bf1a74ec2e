import { fileURLToPath } from 'node:url';

/** The file a URI names; `undefined` for anything else. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // A host, or an encoded slash: not a file here.
    return undefined;
  }
}
