import { createHash } from 'node:crypto';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { linkStatOf } from '#main/settings/real-path.ts';
import { gitBytes, gitOutput } from '#main/tool/git/git-output.ts';
import { readBoundedBytes } from '#main/tool/read-bounded.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import { diffOfContents, linesOf } from '../stored-files.ts';
import type { FolderRepository } from './in-repository.ts';
import type { Difference } from './parse-differences.ts';
import { COMPARE_LIMITS, MAX_COMPARED_BYTES, type SinceCommit, stampOf } from './last-commit.ts';

/** Maximum number of lists that windows may still ask about. */
const MOST = 16;

interface HeldList {
  readonly folder: string;
  readonly repository: FolderRepository;
  readonly commit: string;
  readonly files: ReadonlyMap<string, Difference>;
  readonly stamps: SinceCommit['stamps'];
}

/** A file’s content; of a large one only its size, and `null` where there is no file. */
type Content = Buffer | { readonly bytes: number } | null;

/** The comparisons with the last commit that windows show: what they may ask about is what they were shown. */
export class CommitLists {
  readonly #lists = new LRUCache<string, HeldList>({ max: MOST });

  /** Returns the list’s id, the same as before where nothing has changed, so that a window doesn’t fetch the diffs again. */
  hold(sessionId: string, folder: string, repository: FolderRepository, { commit, files, stamps }: SinceCommit): string {
    const versions = files.map(({ path, from, version }) => [path, from, version, stamps.get(path)]);
    const id = createHash('sha256')
      .update(JSON.stringify([sessionId, folder, commit, versions]))
      .digest('hex');
    this.#lists.set(id, { folder, repository, commit, files: new Map(files.map((file) => [file.path, file])), stamps });
    return id;
  }

  has(id: string): boolean {
    return this.#lists.has(id);
  }

  /** The diff of a listed file, from the last commit to now. @throws AppError */
  async diff(id: string, path: string): Promise<RestoreDiff> {
    const { list, file } = this.#listed(id, path);
    const now = await currentContent(list, file);
    const then = await committedContent(list, file);
    if (isWhole(now) && isWhole(then)) return diffOfContents(path, { now, then });
    return { type: 'binary', bytesNow: sizeOf(now), bytesThen: sizeOf(then) };
  }

  /** The lines of a listed file as it is now. @throws AppError */
  async lines(id: string, path: string): Promise<readonly string[]> {
    const { list, file } = this.#listed(id, path);
    const now = await currentContent(list, file);
    return isWhole(now) ? linesOf(now) : [];
  }

  #listed(id: string, path: string): { readonly list: HeldList; readonly file: Difference } {
    const list = this.#lists.get(id);
    if (!list) throw new AppError('conflict', 'The list is out of date. Open it again.');
    const file = list.files.get(path);
    if (!file) throw new AppError('not_found', `${path} isn’t among the files that differ.`);
    return { list, file };
  }
}

async function currentContent({ folder, stamps }: HeldList, { path, change }: Difference): Promise<Content> {
  if (change === 'delete') return null;
  const place = join(folder, path);
  const found = linkStatOf(place);
  const stat = found?.isDirectory() === true ? undefined : found;
  if (stampOf(stat) !== stamps.get(path))
    throw new AppError('conflict', 'This file has changed since the list was made. Refresh the list.');
  if (!stat) return null;
  if (stat.isSymbolicLink()) return readlink(place, 'buffer');
  if (stat.size > MAX_COMPARED_BYTES) return { bytes: stat.size };
  const read = readBoundedBytes(place, MAX_COMPARED_BYTES);
  if (read.kind === 'bytes') return read.bytes;
  throw new AppError('unavailable', `This file can’t be read.${read.kind === 'unreadable' ? ` ${read.reason}` : ''}`);
}

/** As a checkout would write it, with the line ends of this machine. */
async function committedContent({ repository, commit }: HeldList, { path, from, change }: Difference): Promise<Content> {
  if (change === 'create') return null;
  const name = `${commit}:${repository.atRoot(from ?? path)}`;
  return repository.inView(async (view) => {
    const bytes = Number(await gitOutput(view.start(['cat-file', '-s', name]), COMPARE_LIMITS));
    if (bytes > MAX_COMPARED_BYTES) return { bytes };
    return gitBytes(view.start(['cat-file', '--filters', name]), { ...COMPARE_LIMITS, outputBytes: 4 * MAX_COMPARED_BYTES });
  });
}

function isWhole<T extends Content>(content: T): content is Extract<T, Buffer | null> {
  return content === null || Buffer.isBuffer(content);
}

function sizeOf(content: Content): number | null {
  if (content === null) return null;
  return isWhole(content) ? content.length : content.bytes;
}
