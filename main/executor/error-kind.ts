import { errorCode } from '#shared/error-code.ts';

/** Error categories of failed calls: a closed set without paths or messages, safe to export (SPEC P2). */
export const ERROR_KINDS = [
  'unknownTool',
  'invalidJson',
  'invalidInput',
  'rejectedInput',
  'denied',
  'cancelled',
  'deferred',
  'toolFailed',
  'notFound',
  'noAccess',
  'diskFull',
  'timeout',
  'network',
  'internal',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

const BY_CODE: Readonly<Record<string, ErrorKind>> = {
  ENOENT: 'notFound',
  ENOTDIR: 'notFound',
  EACCES: 'noAccess',
  EPERM: 'noAccess',
  EROFS: 'noAccess',
  ENOSPC: 'diskFull',
  EDQUOT: 'diskFull',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'network',
  ECONNRESET: 'network',
  ENOTFOUND: 'network',
};

/** Classifies a thrown value. Never throws. */
export function errorKindOf(error: unknown): ErrorKind {
  try {
    return kindOf(error);
  } catch {
    // A value that can't even be looked at came from a tool.
    return 'toolFailed';
  }
}

function kindOf(error: unknown): ErrorKind {
  if (!(error instanceof Error)) return 'toolFailed';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return 'internal';
  const code = errorCode(error);
  return code !== undefined && Object.hasOwn(BY_CODE, code) ? (BY_CODE[code] ?? 'toolFailed') : 'toolFailed';
}
