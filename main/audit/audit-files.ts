import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '#shared/error-code.ts';

export const INDEX_FILE = 'index.jsonl';

const CHAIN_FILE = /^(\d{4}-\d{2}-\d{2}-\d+-[0-9a-f]{8})(?:\.(\d{1,9}))?\.jsonl$/;

export interface ChainFileName {
  readonly name: string;
  readonly chain: string;
  /** From 1. */
  readonly part: number;
}

export function auditDir(stateDir: string): string {
  return join(stateDir, 'audit');
}

/** `YYYY-MM-DD-<pid>-<random>`, UTC. */
export function newChainId(now: Date): string {
  return `${now.toISOString().slice(0, 10)}-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** `<chain>.jsonl`, then `<chain>.2.jsonl` and so on. */
export function chainFileName(chain: string, part: number): string {
  return part === 1 ? `${chain}.jsonl` : `${chain}.${part}.jsonl`;
}

function parseChainFileName(name: string): ChainFileName | undefined {
  const [, chain, part] = CHAIN_FILE.exec(name) ?? [];
  if (chain === undefined) return undefined;
  const file = { name, chain, part: part === undefined ? 1 : Number(part) };
  return chainFileName(file.chain, file.part) === name ? file : undefined;
}

/** The chain files of a folder, parts of a chain in order. Empty when there is no folder. */
export function listChainFiles(dir: string): ChainFileName[] {
  return namesIn(dir)
    .flatMap((name) => parseChainFileName(name) ?? [])
    .toSorted((a, b) => (a.chain === b.chain ? a.part - b.part : a.chain < b.chain ? -1 : 1));
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
