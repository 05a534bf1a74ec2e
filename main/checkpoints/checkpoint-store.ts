import { access } from 'node:fs/promises';
import { createLogger } from '#main/log/logger.ts';
import { join } from 'node:path';
import type { Checkpoint, LeftOut } from '#shared/session/checkpoint.ts';
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
import { SavedByPerson } from './changes/saved-by-person.ts';
import { scan, type Scan } from './files/scan.ts';
import { openStoreFolder } from './store/store-folder.ts';
import { checkpointRef, shareCheckpoints } from './store/refs.ts';
import { StoreSize } from './store/store-size.ts';
import { dropCheckpointsOf, MAX_STORE_BYTES, tidy, type RetentionPolicy } from './store/tidy.ts';
import { TreeWriter, type TreeChange } from './store/tree-writer.ts';

const log = createLogger('checkpoints');

/** Named in the event of a checkpoint. */
const NAMED_IN_EVENT = 20;

export interface CheckpointStoreOptions {
  /** Real, absolute. */
  readonly projectDir: string;
  /** `<state folder>/checkpoints/<slug of the project>` */
  readonly storeDir: string;
  /** Never covered, even where it lies inside the project. */
  readonly stateDir: string;
  /** Asked anew for each checkpoint: a folder may become a repository. */
  readonly workTree: () => WorkTree | null;
  /** For `PATH`. */
  readonly env: NodeJS.ProcessEnv;
  /** What the checkpoints may take on disk; 2 GB unless given. */
  readonly maxBytes?: number | undefined;
}

/** One that failed after so long isn't tried again for a while: nobody is to wait for nothing at every turn. */
const LONG_MS = 5000;
const NOT_AGAIN_MS = 10 * 60_000;

export type Taken = Pick<Checkpoint, 'tree' | 'counts' | 'leftOut'>;

/** What an open store gives to work with. */
export interface OpenStore {
  readonly git: Git;
  readonly common: CommonModes;
}

export interface TakeOptions {
  /** Whether files are brought back to it: then it knows what it left out. */
  readonly isTarget?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface HowTaken extends TakeOptions {
  readonly ref: string;
  readonly keepsKnown: boolean;
  /** Epoch milliseconds. */
  readonly begun: number;
  /** Nothing was known of the project's files before. */
  readonly isFirst: boolean;
}

interface ToWrite extends HowTaken {
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
 * The checkpoints of one project folder, in a git object store of Gatehouse's own. The project's repository, if there is one, is
 * never opened. One thing at a time happens here; other processes may use the same store.
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
  #hopeless: { readonly why: unknown; readonly until: number } | undefined;

  constructor(options: CheckpointStoreOptions) {
    this.#options = options;
    this.projectDir = options.projectDir;
    this.storeDir = options.storeDir;
    this.saved = new SavedByPerson(options);
    this.restored = new RestoredOrigins(options);
    const maxBytes = options.maxBytes ?? MAX_STORE_BYTES;
    this.#size = new StoreSize({ storeDir: options.storeDir, maxBytes, tidy: () => this.#tidy({ force: true }) });
  }

  /** @throws CheckpointError when there is no git, or the store can't be made. */
  open(): Promise<OpenStore> {
    this.#open ??= this.#openFolder().catch((error: unknown) => {
      // Git may be installed, or room made, while the program runs.
      this.#open = undefined;
      throw error;
    });
    return this.#open;
  }

  /** Runs `work` when everything before it is done; nothing else of this store runs meanwhile. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    // The caller gets the error; here only the order matters.
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** @throws the error that a checkpoint has failed with after a long time not long ago. */
  assertWorthTrying(): void {
    if (this.#hopeless && performance.now() < this.#hopeless.until) throw this.#hopeless.why;
  }

  /**
   * Takes a checkpoint and keeps it under the session. Call it inside `exclusive`.
   * @param keepsKnown whether files that git ignores by now stay covered if they were.
   * @throws CheckpointError when it can't be taken; then nothing is kept.
   */
  async take(sessionId: string, checkpointId: string, keepsKnown: boolean, options: TakeOptions = {}): Promise<Taken> {
    const begun = performance.now();
    const { signal } = options;
    try {
      const { git } = await this.open();
      await this.#size.assertBelowLimit();
      this.#known ??= await loadKnownFiles(this.#knownFile);
      const known = this.#known;
      // A file made in this very millisecond may already be there.
      const how = {
        ...options,
        keepsKnown,
        ref: checkpointRef(sessionId, checkpointId),
        begun: Date.now() + 1,
        isFirst: known.tree === undefined,
      };
      try {
        return await this.#takeFrom(known, how);
      } catch (error) {
        // Tidied away by another process: then everything is read once more.
        if (signal?.aborted || known.tree === undefined || (await git.has(known.tree))) throw error;
        return await this.#takeFrom(NOTHING_KNOWN, how);
      }
    } catch (error) {
      const now = performance.now();
      if (!signal?.aborted && now - begun > LONG_MS) this.#hopeless = { why: error, until: now + NOT_AGAIN_MS };
      throw error;
    }
  }

  async #takeFrom(known: KnownFiles, how: HowTaken): Promise<Taken> {
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

  /** What a checkpoint taken now would leave out, what git ignores included. */
  async leftOut(): Promise<LeftOut> {
    const { git } = await this.open();
    const leftOut = new LeftOutList();
    const listed = await listFiles(this.#listing(git), leftOut);
    await scan({ projectDir: this.projectDir, listed, known: new Map(), keepsKnown: false, leftOut });
    await addSpecial(this.projectDir, listed.walked, leftOut);
    await addIgnored(this.#listing(git), leftOut);
    return leftOut.result();
  }

  /** Lets a checkpoint go; its content goes with the next tidying. */
  async drop(sessionId: string, checkpointId: string): Promise<void> {
    const { git } = await this.open();
    await git.run(['update-ref', '-d', checkpointRef(sessionId, checkpointId)]);
  }

  /** Keeps the checkpoints of a session for a fork of it too. Never rejects: without them the fork can’t go back to what came before it. */
  async share(sessionId: string, forkId: string): Promise<void> {
    await this.#inStore((git) => shareCheckpoints(git, sessionId, forkId));
  }

  /** Lets all checkpoints of a session go. Never rejects: what stays goes with the next tidying. */
  async dropSession(sessionId: string): Promise<void> {
    await this.#inStore((git) => dropCheckpointsOf(git, sessionId));
  }

  /** Lets go what isn't to be kept any longer, once a day. A store that isn't there is left so. Never rejects. */
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

  /** Does the work where there is a store, and makes none. Never rejects. */
  async #inStore(work: (git: Git) => Promise<void>): Promise<void> {
    try {
      await access(this.storeDir);
      const { git } = await this.open();
      await work(git);
    } catch {
      // No store, or no git for it.
    }
  }

  /** A covered file as the last checkpoint found it. */
  entry(path: string): FileEntry | undefined {
    return this.#known?.entries.get(path);
  }

  async #write({ git, common, known, scan: found, closed, leftOut, ...how }: ToWrite): Promise<Written> {
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
      const tree = await writer.finish(how.ref, Date.now(), { base: known.tree, removed, put, modes, coverage });
      this.#size.wrote(read.bytes);
      if (isSame) return { tree, now: known };
      const now = { tree, entries };
      // Only saves the next process from reading everything again.
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
