import { access } from 'node:fs/promises';
import { createLogger } from '#main/log/logger.ts';
import { join } from 'node:path';
import type { Checkpoint } from '#shared/session/checkpoint.ts';
import { CheckpointError } from './checkpoint-error.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { coverageOf, waitForClockTick } from './coverage/coverage.ts';
import { type CommonModes, type FileEntry, formatModes } from './files/file-entry.ts';
import type { Git } from './store/git.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { loadKnownFiles, NOTHING_KNOWN, saveKnownFiles, type KnownFiles } from './files/known-files.ts';
import { addSpecial, LeftOutList } from './files/left-out.ts';
import { addIgnored, listFiles, type ListFiles, type WorkTree } from './files/list-files.ts';
import { entryToKeep, RestoredOrigins } from './coverage/origins.ts';
import { readChanged } from './files/read-changed.ts';
import { removeLeftDrafts } from './restore/restore-draft.ts';
import { formatChangeTimes } from './changes/change-times.ts';
import { SavedByPerson } from './changes/saved-by-person.ts';
import { scan, type Scan } from './files/scan.ts';
import { openStoreFolder } from './store/store-folder.ts';
import { checkpointRef, shareCheckpoints } from './store/refs.ts';
import { StoreSize } from './store/store-size.ts';
import { dropCheckpointsOf, MAX_STORE_BYTES, tidy, type RetentionPolicy } from './store/tidy.ts';
import { TreeWriter, type TreeChange } from './store/tree-writer.ts';

const log = createLogger('checkpoints');

/** Maximum paths named in a checkpoint's event. */
const NAMED_IN_EVENT = 20;

export interface CheckpointStoreOptions {
  /** Real, absolute. */
  readonly projectDir: string;
  /** `<state folder>/checkpoints/<slug of the project>` */
  readonly storeDir: string;
  /** Never covered, even if it is inside the project. */
  readonly stateDir: string;
  /** Called for each checkpoint: a folder may become a repository. */
  readonly workTree: () => WorkTree | null;
  /** For `PATH`. */
  readonly env: NodeJS.ProcessEnv;
  /** Maximum disk space of all checkpoints; default 2 GB. */
  readonly maxBytes?: number | undefined;
}

/** A checkpoint that failed after this long isn't tried again for a while, so that turns don't wait for nothing. */
const LONG_MS = 5000;
const NOT_AGAIN_MS = 10 * 60_000;

export type Taken = Pick<Checkpoint, 'tree' | 'counts' | 'leftOut'>;

/** An open store and its parts. */
export interface OpenStore {
  readonly git: Git;
  readonly common: CommonModes;
}

export interface TakeOptions {
  /** Whether files can be restored from it: then it records what it leaves out. */
  readonly isTarget?: boolean | undefined;
  /** It records when the files that were changed since then were: epoch milliseconds. */
  readonly datedSince?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface TakePlan extends TakeOptions {
  readonly ref: string;
  readonly keepsKnown: boolean;
  /** Epoch milliseconds. */
  readonly begun: number;
  /** Nothing was known about the project's files before. */
  readonly isFirst: boolean;
}

interface WritePlan extends TakePlan {
  readonly git: Git;
  readonly common: CommonModes;
  readonly known: KnownFiles;
  readonly scan: Scan;
  readonly closed: ReadonlySet<string>;
  readonly leftOut: LeftOutList;
}

interface Written {
  readonly tree: string;
  readonly now: KnownFiles;
}

/**
 * The checkpoints of one project folder, in a git object store of Gatehouse's own. The project's repository, if there is one, is never
 * opened. Operations run one at a time; other processes may use the same store.
 */
export class CheckpointStore {
  readonly projectDir: string;
  readonly storeDir: string;
  readonly saved: SavedByPerson;
  readonly restored: RestoredOrigins;
  readonly #options: CheckpointStoreOptions;
  #open: Promise<OpenStore> | undefined;
  #known: KnownFiles | undefined;
  readonly #size: StoreSize;
  #retention: RetentionPolicy | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #failed: { readonly why: unknown; readonly until: number } | undefined;

  constructor(options: CheckpointStoreOptions) {
    this.#options = options;
    this.projectDir = options.projectDir;
    this.storeDir = options.storeDir;
    this.saved = new SavedByPerson(options);
    this.restored = new RestoredOrigins(options);
    const maxBytes = options.maxBytes ?? MAX_STORE_BYTES;
    this.#size = new StoreSize({ storeDir: options.storeDir, maxBytes, tidy: () => this.#tidy({ force: true }) });
  }

  /** @throws CheckpointError when git is missing, or the store can't be created. */
  open(): Promise<OpenStore> {
    this.#open ??= this.#openFolder().catch((error: unknown) => {
      // Git may be installed, or disk space freed, while the program runs.
      this.#open = undefined;
      throw error;
    });
    return this.#open;
  }

  /** Runs `work` after everything before it is done; nothing else of this store runs meanwhile. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    // The caller gets the error; here only the order matters.
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** @throws the error of a recent checkpoint that failed after a long time. */
  assertNotFailing(): void {
    if (this.#failed && performance.now() < this.#failed.until) throw this.#failed.why;
  }

  /**
   * Creates a checkpoint and stores it under the session. Call it inside `exclusive`.
   * @param keepsKnown whether covered files stay covered when git ignores them from now on.
   * @throws CheckpointError when it can't be created; then nothing is stored.
   */
  async take(sessionId: string, checkpointId: string, keepsKnown: boolean, options: TakeOptions = {}): Promise<Taken> {
    const begun = performance.now();
    try {
      const { git } = await this.open();
      await this.#size.assertBelowLimit();
      this.#known ??= await loadKnownFiles(this.#knownFile);
      const known = this.#known;
      // A file created in the same millisecond may already be included.
      const how = {
        ...options,
        keepsKnown,
        ref: checkpointRef(sessionId, checkpointId),
        begun: Date.now() + 1,
        isFirst: known.tree === undefined,
      };
      try {
        return await this.#takeWith(known, how);
      } catch (error) {
        // Removed by another process: then everything is read again.
        if (options.signal?.aborted || known.tree === undefined || (await git.has(known.tree))) throw error;
        return await this.#takeWith(NOTHING_KNOWN, how);
      }
    } catch (error) {
      const now = performance.now();
      if (!options.signal?.aborted && now - begun > LONG_MS) this.#failed = { why: error, until: now + NOT_AGAIN_MS };
      throw error;
    }
  }

  async #takeWith(known: KnownFiles, how: TakePlan): Promise<Taken> {
    const { git, common } = await this.open();
    const leftOut = new LeftOutList();
    const listed = await listFiles({ ...this.#listing(git, how.signal), namesClosed: how.isTarget }, leftOut);
    await removeLeftDrafts(this.projectDir, listed.drafts, Date.now());
    const found = await scan({ projectDir: this.projectDir, listed, known: known.entries, keepsKnown: how.keepsKnown, leftOut });
    const { tree, now } = await this.#write({ ...how, git, common, known, scan: found, closed: listed.closed, leftOut });
    this.#known = now;
    if (how.isTarget) await waitForClockTick(how.begun);
    let bytes = 0;
    await visitInSlices(now.entries.values(), (entry) => (bytes += entry.bytes));
    return {
      tree,
      counts: { files: now.entries.size, changed: found.changed.length + found.gone.length, bytes },
      leftOut: leftOut.result(NAMED_IN_EVENT),
    };
  }

  /** What a checkpoint created now would leave out, including what git ignores. */
  async leftOut(): Promise<LeftOutList> {
    const { git } = await this.open();
    const leftOut = new LeftOutList();
    const listed = await listFiles(this.#listing(git), leftOut);
    await scan({ projectDir: this.projectDir, listed, known: new Map(), keepsKnown: false, leftOut });
    await addSpecial(this.projectDir, listed.walked, leftOut);
    await addIgnored(this.#listing(git), leftOut);
    return leftOut;
  }

  /** Removes a checkpoint; its content is removed by the next `tidy`. */
  async drop(sessionId: string, checkpointId: string): Promise<void> {
    const { git } = await this.open();
    await git.run(['update-ref', '-d', checkpointRef(sessionId, checkpointId)]);
  }

  /** Keeps the checkpoints of a session for its fork too. Never rejects: without them the fork can’t restore earlier states. */
  async share(sessionId: string, forkId: string): Promise<void> {
    await this.#inStore((git) => shareCheckpoints(git, sessionId, forkId));
  }

  /** Removes all checkpoints of a session. Never rejects: what remains is removed by the next `tidy`. */
  async dropSession(sessionId: string): Promise<void> {
    await this.#inStore((git) => dropCheckpointsOf(git, sessionId));
  }

  /** Removes expired checkpoints, once a day. Does nothing without a store. Never rejects. */
  async tidy(retention: RetentionPolicy): Promise<void> {
    this.#retention = retention;
    await this.#tidy({ force: false });
  }

  async #tidy({ force }: { readonly force: boolean }): Promise<void> {
    const { storeDir } = this;
    const retention = this.#retention;
    if (!retention) return;
    await this.#inStore((git) => tidy({ git, storeDir, ...retention, now: Date.now(), maxBytes: this.#options.maxBytes, force }));
  }

  /** Runs `work` if there is a store; doesn't create one. Never rejects. */
  async #inStore(work: (git: Git) => Promise<void>): Promise<void> {
    try {
      await access(this.storeDir);
      const { git } = await this.open();
      await work(git);
    } catch {
      // There is no store, or no git to open it.
    }
  }

  /** A covered file as the last checkpoint recorded it. */
  entry(path: string): FileEntry | undefined {
    return this.#known?.entries.get(path);
  }

  async #write({ git, common, known, scan: found, closed, leftOut, ...how }: WritePlan): Promise<Written> {
    const writer = new TreeWriter(git);
    try {
      const read = await readChanged(this.projectDir, found.changed, writer, leftOut, how.signal);
      const entries = new Map<string, FileEntry>();
      await visitInSlices(known.entries, ([path, entry]) => entries.set(path, entry));
      const removed: string[] = [];
      for (const paths of [found.gone, read.missing]) {
        await visitInSlices(paths, (path) => {
          if (entries.delete(path)) removed.push(path);
        });
      }
      const put: TreeChange['put'][number][] = [];
      await visitInSlices(read.entries, ([path, entry]) => {
        const before = known.entries.get(path);
        entries.set(path, entryToKeep(entry, before, how.isFirst));
        if (before?.blob !== entry.blob || before.mode !== entry.mode) put.push({ path, mode: entry.mode, blob: entry.blob });
      });
      const isSame = removed.length === 0 && read.entries.size === 0 && known.tree !== undefined;
      const modes = isSame ? undefined : await formatModes(entries, common);
      const coverage = how.isTarget
        ? await coverageOf({ projectDir: this.projectDir, stateDir: this.#options.stateDir, entries, closed, begun: how.begun })
        : undefined;
      const changed = how.datedSince === undefined ? undefined : await formatChangeTimes(entries, how.datedSince);
      const tree = await writer.finish(how.ref, Date.now(), { base: known.tree, removed, put, modes, coverage, changed });
      this.#size.wrote(read.bytes);
      if (isSame) return { tree, now: known };
      const now = { tree, entries };
      // This only spares the next process from reading everything again.
      await saveKnownFiles(this.#knownFile, now).catch((error: unknown) => log.debug('The list of known files could not be saved', error));
      return { tree, now };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  }

  #listing(git: Git, signal?: AbortSignal): ListFiles {
    const { projectDir, stateDir, workTree } = this.#options;
    return { git, projectDir, workTree: workTree(), without: [stateDir], signal };
  }

  get #knownFile(): string {
    return join(this.storeDir, 'known-files');
  }

  async #openFolder(): Promise<OpenStore> {
    const { env, projectDir, storeDir } = this.#options;
    const program = GitProgram.find(env, projectDir);
    if (program === undefined) throw new CheckpointError('git isn’t installed');
    await access(projectDir);
    return openStoreFolder(program, storeDir);
  }
}
