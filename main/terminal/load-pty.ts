import { createRequire } from 'node:module';
import type * as NodePty from 'node-pty';

const require = createRequire(import.meta.url);

/** Native code, loaded with the first command: a start that runs none does without. Throws where it can't be loaded. */
export function loadPty(): typeof NodePty {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node types what `require` gives as any; the package says what it is
  const pty: typeof NodePty = require('node-pty');
  return pty;
}
