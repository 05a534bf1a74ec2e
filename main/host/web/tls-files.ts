import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';

/** What the two files are called where the person named them. */
interface FileWords {
  readonly cert: string;
  readonly key: string;
}

export interface TlsFiles {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The names and IPv4 addresses that the certificate is for, without wildcards. */
  readonly names: readonly string[];
}

/**
 * Reads a certificate (with its chain) and its private key, both PEM.
 * @throws AppError `unavailable` saying which file is wrong and how
 */
export function readTlsFiles(certFile: string, keyFile: string, words: FileWords, now: number = Date.now()): TlsFiles {
  const cert = readPem(certFile, words.cert);
  const key = readPem(keyFile, words.key);
  const certificate = parsed(() => new X509Certificate(cert), `${words.cert}: ${certFile} holds no certificate in PEM form`);
  const privateKey: KeyObject = parsed(
    () => createPrivateKey(key),
    `${words.key}: ${keyFile} holds no private key in PEM form without a password`,
  );
  if (!certificate.checkPrivateKey(privateKey)) throw wrong(`${words.key}: ${keyFile} is not the key of the certificate in ${certFile}.`);
  if (now > Date.parse(certificate.validTo))
    throw wrong(`${words.cert}: the certificate in ${certFile} expired on ${certificate.validTo}.`);
  if (now < Date.parse(certificate.validFrom))
    throw wrong(
      `${words.cert}: the certificate in ${certFile} is valid only from ${certificate.validFrom}. Is this machine’s clock right?`,
    );
  return { cert, key, names: namesOf(certificate) };
}

function readPem(file: string, option: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw wrong(`${option}: ${file} can’t be read (${errorMessage(cause)}).`, cause);
  }
}

function parsed<T>(parse: () => T, problem: string): T {
  try {
    return parse();
  } catch (cause) {
    throw wrong(`${problem} (${errorMessage(cause)}).`, cause);
  }
}

function wrong(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { cause });
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((entry) => /^(?:DNS|IP Address):([\w.-]+)$/u.exec(entry)?.[1]?.toLowerCase() ?? []);
}
