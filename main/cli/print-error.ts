import type { Writable } from 'node:stream';
import { printableLine, printableText } from '#shared/printable.ts';

export interface PrintedError {
  /** Standard error unless given. */
  readonly stream?: Writable;
  /** Who says it: `gatehouse` unless given. */
  readonly from?: string;
  /** One line unless given: then a line break in it can't pass for another message. */
  readonly lines?: 'many';
}

/** Prints a message about what went wrong. Names, paths and messages of any origin may stand in it. */
export function printError(message: string, { stream = process.stderr, from = 'gatehouse', lines }: PrintedError = {}): void {
  stream.write(`${from}: ${lines === 'many' ? printableText(message) : printableLine(message)}\n`);
}
