import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';

/** Number of sessions. */
const RUNS = Number(process.env['GATEHOUSE_FUZZ_RESTORES'] ?? 4);
const SEED = Number(process.env['GATEHOUSE_FUZZ_SEED'] ?? 1);
/** For one session, also under load. */
const RUN_MS = 30_000;
const LARGE = 5 * 1024 * 1024 + 1;

/** Ways in which uncovered files become covered, by name. Each may find its files gone, and then does nothing. */
const COVERAGE_CHANGES: Readonly<Record<string, (place: CheckpointPlace) => void>> = {
  'the ignore file is emptied': (place) => place.write('.gitignore', ''),
  'the ignore file is removed': (place) => rmSync(place.path('.gitignore')),
  'the repository’s exclude file is removed': (place) => rmSync(place.path('.git/info/exclude')),
  'the repository’s exclude file was removed with it': (place) => rmSync(place.path('.git'), { recursive: true }),
  'a large file shrinks': (place) => truncateSync(place.path('large.bin'), 100),
  'an ignored folder is renamed': (place) => renameSync(place.path('data'), place.path('storage')),
  'a folder in an ignored one is moved out': (place) => renameSync(place.path('data/deep'), place.path('deep')),
  'a file is moved out of an ignored folder': (place) => renameSync(place.path('data/db.sqlite'), place.path('src/db.sqlite')),
  'an ignored file is renamed': (place) => renameSync(place.path('.env'), place.path('env.txt')),
  'an ignored file is moved over a covered one': (place) => renameSync(place.path('.env'), place.path('a.txt')),
  'an ignored file is moved to where a covered one was': (place) => {
    rmSync(place.path('src/b.txt'));
    renameSync(place.path('.env'), place.path('src/b.txt'));
  },
  'a file takes the place of an ignored folder': (place) => {
    renameSync(place.path('data'), place.path('storage'));
    place.write('data', 'mine: in place of a folder');
  },
  'a pipe becomes a file': (place) => {
    if (!lstatSync(place.path('pipe')).isFIFO()) return;
    rmSync(place.path('pipe'));
    place.write('pipe', 'mine: instead of a pipe');
  },
  'a repository that couldn’t be listed can be': (place) => rmSync(place.path('lib/.git/commondir'), { recursive: true }),
  'a repository’s .git folder is renamed': (place) => renameSync(place.path('lib/.git'), place.path('lib/git-data')),
  'a folder’s own ignore file is removed': (place) => rmSync(place.path('src/.gitignore')),
};

const AGENT_WORK: Readonly<Record<string, (place: CheckpointPlace) => void>> = {
  'changes a file': (place) => place.write('a.txt', 'agent: changed'),
  'creates a file': (place) => place.write('made.txt', 'agent: made'),
  'creates a folder': (place) => place.write('made/deep/file.txt', 'agent: made'),
  'renames a file': (place) => renameSync(place.path('src/b.txt'), place.path('src/c.txt')),
  'renames a file and changes it in place': (place) => {
    renameSync(place.path('src/b.txt'), place.path('d.txt'));
    writeFileSync(place.path('d.txt'), 'agent: changed', { flag: 'a' });
  },
  'removes a file': (place) => rmSync(place.path('src/b.txt')),
  'moves a folder': (place) => renameSync(place.path('src'), place.path('source')),
};

const PERSON: Readonly<Record<string, (place: CheckpointPlace) => void>> = {
  nothing: () => undefined,
  'creates an ignored file': (place) => place.write('later.env', 'mine: made later'),
  'creates an ignored folder': (place) => place.write('data/later', 'mine: made later'),
};

const FILES = {
  '.gitignore': '#covered: rules\n*.env\n.env\ndata/\n',
  'a.txt': 'covered: a',
  'src/b.txt': 'covered: b',
  'src/.gitignore': '#covered: rules\n*.key\n',
};
const MINE = {
  '.env': 'mine: env',
  'data/db.sqlite': 'mine: db',
  'data/deep/x': 'mine: x',
  'src/my.key': 'mine: key',
  'excluded.txt': 'mine: excluded',
  'lib/own.txt': 'mine: in a repository',
};

/** @param isBroken whether a nested repository can't be listed, which makes every scan take twice as long. */
function makePlace(isBroken: boolean): CheckpointPlace {
  const place = new CheckpointPlace({ ...FILES, ...MINE });
  execFileSync('git', ['init', '-q'], { cwd: place.projectDir });
  execFileSync('git', ['init', '-q', 'lib'], { cwd: place.projectDir });
  place.write('.git/info/exclude', 'excluded.txt\n');
  if (isBroken) mkdirSync(place.path('lib/.git/commondir'));
  place.write('large.bin', 'mine: large');
  truncateSync(place.path('large.bin'), LARGE);
  execFileSync('mkfifo', [place.path('pipe')]);
  return place;
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.entries(COVERAGE_CHANGES)) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.entries(AGENT_WORK)) },
);
const turn = fc.record({ person: fc.constantFrom(...Object.entries(PERSON)), steps: fc.array(step, { maxLength: 4 }) });

it.each(Object.entries(COVERAGE_CHANGES))('no file is lost when %s', async (name, change) => {
  const steps: Steps = [
    ['creates a file', (place) => place.write('made.txt', 'agent: made')],
    [name, change],
  ];
  await keepsWhatIsMine({ turns: [{ person: ['nothing', () => undefined], steps }], choice: 0, isBroken: name.startsWith('a repository') });
});

it(
  'restores, reverts and undos never lose a person’s file, however coverage changes',
  async () => {
    const session = fc.record({ turns: fc.array(turn, { minLength: 1, maxLength: 3 }), choice: fc.nat(), isBroken: fc.constant(false) });
    // Shrinking takes minutes.
    const endOnFailure = process.env['GATEHOUSE_FUZZ_RESTORES'] === undefined;
    await fc.assert(fc.asyncProperty(session, keepsWhatIsMine), { numRuns: RUNS, seed: SEED, endOnFailure });
  },
  RUNS * RUN_MS,
);

const MINE_MARK = /^mine:/u;
/** Covered files: the project's own and the agent's. */
const COVERED = /^(?:#?covered|agent):/u;

type Files = Readonly<Record<string, string>>;
/** A person's files by an identity that survives renames and writes. */
type Identified = ReadonlyMap<string, { readonly path: string; readonly content: string }>;

interface State {
  readonly covered: Files;
  readonly mine: Identified;
}

interface Start extends State {
  readonly messageId: string;
}

type Steps = (readonly [string, (place: CheckpointPlace) => void])[];

interface Session {
  readonly turns: readonly { readonly person: Steps[number]; readonly steps: Steps }[];
  /** The message to restore. */
  readonly choice: number;
  readonly isBroken: boolean;
}

async function keepsWhatIsMine({ turns, choice, isBroken }: Session): Promise<void> {
  using place = makePlace(isBroken);
  const starts: Start[] = [];
  for (const { person, steps } of turns) {
    tryTo(place, person[1]);
    const state = { covered: filesOf(place, COVERED), mine: identified(place) };
    starts.push({ ...state, messageId: await place.turn(() => steps.forEach(([, act]) => tryTo(place, act))) });
  }
  const end: State = { covered: filesOf(place, COVERED), mine: identified(place) };
  const changes = await place.checkpoints.changes('session');
  const start = starts[choice % starts.length] ?? end;
  const points = await place.checkpoints.points();
  const point = points.find(({ messageId }) => 'messageId' in start && messageId === start.messageId);

  const { done, named, uncovered } = await restore(place, point?.checkpointId ?? '');
  expect(lost(place, owned(end, starts, start), start.mine)).toEqual([]);
  expect(unnamed(start.covered, filesOf(place, COVERED), named)).toEqual([]);
  // Files kept as a person's must have been: their content may be the agent's, but how much of it is unknown.
  const mineOnce = new Set(starts.flatMap(({ mine }) => [...mine.keys()]));
  const stayed = Object.keys(filesOf(place, COVERED)).filter((path) => uncovered.includes(path));
  expect(stayed.filter((path) => !mineOnce.has(identity(place, path)))).toEqual([]);

  const undone = await restore(place, done.undoId);
  expect(lost(place, end.mine)).toEqual([]);
  expect(unnamed(end.covered, filesOf(place, COVERED), undone.named)).toEqual([]);

  const own = new Set(changes?.files.flatMap(({ path, from, changedByOthers }) => (changedByOthers ? [path, from] : [])));
  await place.checkpoints.bringBack(changes?.changesId ?? '', { wants: (path) => !own.has(path) });
  const first = starts[0] ?? end;
  expect(lost(place, owned(end, starts, first), first.mine)).toEqual([]);
}

/** A person's files at the end, without those created in a turn in which everything was covered: these are the agent's. */
function owned(end: State, starts: readonly Start[], target: State): Identified {
  const isKnown = (id: string): boolean => starts.some(({ mine }) => mine.has(id));
  const wasCovered = (path: string): boolean => path === 'data' && target.covered['.gitignore'] === undefined;
  return new Map([...end.mine].filter(([id, { path }]) => isKnown(id) || !wasCovered(path)));
}

/** Files of a person that are neither as at the end nor as at the start. */
function lost(place: CheckpointPlace, end: Identified, start?: Identified): string[] {
  const now = filesOf(place, MINE_MARK);
  const isThere = (file: { path: string; content: string } | undefined): boolean => file !== undefined && now[file.path] === file.content;
  return [...end].filter(([id, file]) => !isThere(file) && !isThere(start?.get(id))).map(([, { path }]) => path);
}

/** The window's default: what others changed stays. */
async function restore(place: CheckpointPlace, checkpointId: string) {
  const { previewId, files, leftOut } = await place.checkpoints.preview(checkpointId);
  const keep = files.flatMap(({ path, changedByOthers }) => (changedByOthers ? [path] : []));
  const uncovered = leftOut.items.flatMap(({ path, reason }) => (reason === 'uncovered' || reason === 'unknown' ? [path] : []));
  const done = await place.checkpoints.restore(previewId, keep);
  return { done, uncovered, named: new Set([...keep, ...uncovered, ...done.failed.map(({ path }) => path)]) };
}

/** Files that changed without being listed as kept. */
function unnamed(then: Files, now: Files, named: ReadonlySet<string>): string[] {
  return Object.keys({ ...then, ...now }).filter((path) => then[path] !== now[path] && !named.has(path));
}

/** A file's identity whatever its name and content. */
function identity(place: CheckpointPlace, path: string): string {
  const { ino, birthtimeNs } = lstatSync(place.path(path), { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

function tryTo(place: CheckpointPlace, act: ((place: CheckpointPlace) => void) | undefined): void {
  try {
    act?.(place);
  } catch {
    // Its files are gone.
  }
}

function identified(place: CheckpointPlace): Identified {
  return new Map(Object.entries(filesOf(place, MINE_MARK)).map(([path, content]) => [identity(place, path), { path, content }]));
}

/** Files with this content prefix, by path from the project, with their first bytes. */
function filesOf(place: CheckpointPlace, mark: RegExp): Files {
  return Object.fromEntries(
    readdirSync(place.projectDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(place.projectDir, file), readFileSync(file).toString('utf8', 0, 100)] as const)
      .filter(([, content]) => mark.test(content))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}
