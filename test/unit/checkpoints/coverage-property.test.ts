import { execFileSync } from 'node:child_process';
import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

/** Number of sessions. */
const RUNS = Number(process.env['GATEHOUSE_FUZZ_RESTORES'] ?? 4);
const SEED = Number(process.env['GATEHOUSE_FUZZ_SEED'] ?? 1);
/** For one session, also under load. */
const RUN_MS = 30_000;
const LARGE = 5 * 1024 * 1024 + 1;

/** Ways in which uncovered files become covered, by name. Each may find its files gone, and then does nothing. */
const COVERAGE_CHANGES: Readonly<Record<string, (temp: CheckpointFixture) => void>> = {
  'the ignore file is emptied': (temp) => temp.write('.gitignore', ''),
  'the ignore file is removed': (temp) => rmSync(temp.path('.gitignore')),
  'the repository’s exclude file is removed': (temp) => rmSync(temp.path('.git/info/exclude')),
  'the repository’s exclude file was removed with it': (temp) => rmSync(temp.path('.git'), { recursive: true }),
  'a large file shrinks': (temp) => truncateSync(temp.path('large.bin'), 100),
  'an ignored folder is renamed': (temp) => renameSync(temp.path('data'), temp.path('storage')),
  'a folder in an ignored one is moved out': (temp) => renameSync(temp.path('data/deep'), temp.path('deep')),
  'a file is moved out of an ignored folder': (temp) => renameSync(temp.path('data/db.sqlite'), temp.path('src/db.sqlite')),
  'an ignored file is renamed': (temp) => renameSync(temp.path('.env'), temp.path('env.txt')),
  'an ignored file is moved over a covered one': (temp) => renameSync(temp.path('.env'), temp.path('a.txt')),
  'an ignored file is moved to where a covered one was': (temp) => {
    rmSync(temp.path('src/b.txt'));
    renameSync(temp.path('.env'), temp.path('src/b.txt'));
  },
  'a file takes the place of an ignored folder': (temp) => {
    renameSync(temp.path('data'), temp.path('storage'));
    temp.write('data', 'mine: in place of a folder');
  },
  'a pipe becomes a file': (temp) => {
    if (!lstatSync(temp.path('pipe')).isFIFO()) return;
    rmSync(temp.path('pipe'));
    temp.write('pipe', 'mine: instead of a pipe');
  },
  'a repository that couldn’t be listed can be': (temp) => rmSync(temp.path('lib/.git/commondir'), { recursive: true }),
  'a repository’s .git folder is renamed': (temp) => renameSync(temp.path('lib/.git'), temp.path('lib/git-data')),
  'a folder’s own ignore file is removed': (temp) => rmSync(temp.path('src/.gitignore')),
};

const AGENT_WORK: Readonly<Record<string, (temp: CheckpointFixture) => void>> = {
  'changes a file': (temp) => temp.write('a.txt', 'agent: changed'),
  'creates a file': (temp) => temp.write('made.txt', 'agent: made'),
  'creates a folder': (temp) => temp.write('made/deep/file.txt', 'agent: made'),
  'renames a file': (temp) => renameSync(temp.path('src/b.txt'), temp.path('src/c.txt')),
  'renames a file and changes it in place': (temp) => {
    renameSync(temp.path('src/b.txt'), temp.path('d.txt'));
    writeFileSync(temp.path('d.txt'), 'agent: changed', { flag: 'a' });
  },
  'removes a file': (temp) => rmSync(temp.path('src/b.txt')),
  'moves a folder': (temp) => renameSync(temp.path('src'), temp.path('source')),
};

const PERSON: Readonly<Record<string, (temp: CheckpointFixture) => void>> = {
  nothing: () => undefined,
  'creates an ignored file': (temp) => temp.write('later.env', 'mine: made later'),
  'creates an ignored folder': (temp) => temp.write('data/later', 'mine: made later'),
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
function makeProject(isBroken: boolean): CheckpointFixture {
  const temp = new CheckpointFixture({ ...FILES, ...MINE });
  execFileSync('git', ['init', '-q'], { cwd: temp.projectDir });
  execFileSync('git', ['init', '-q', 'lib'], { cwd: temp.projectDir });
  temp.write('.git/info/exclude', 'excluded.txt\n');
  if (isBroken) mkdirSync(temp.path('lib/.git/commondir'));
  temp.write('large.bin', 'mine: large');
  truncateSync(temp.path('large.bin'), LARGE);
  execFileSync('mkfifo', [temp.path('pipe')]);
  return temp;
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.entries(COVERAGE_CHANGES)) },
  { weight: 2, arbitrary: fc.constantFrom(...Object.entries(AGENT_WORK)) },
);
const turn = fc.record({ person: fc.constantFrom(...Object.entries(PERSON)), steps: fc.array(step, { maxLength: 4 }) });

it.each(Object.entries(COVERAGE_CHANGES))('no file is lost when %s', async (name, change) => {
  const steps: Steps = [
    ['creates a file', (temp) => temp.write('made.txt', 'agent: made')],
    [name, change],
  ];
  await keepsPersonFiles({
    turns: [{ person: ['nothing', () => undefined], steps }],
    choice: 0,
    isBroken: name.startsWith('a repository'),
  });
});

it(
  'restores, reverts and undos never lose a person’s file, however coverage changes',
  async () => {
    const session = fc.record({ turns: fc.array(turn, { minLength: 1, maxLength: 3 }), choice: fc.nat(), isBroken: fc.constant(false) });
    // Shrinking takes minutes.
    const endOnFailure = process.env['GATEHOUSE_FUZZ_RESTORES'] === undefined;
    await fc.assert(fc.asyncProperty(session, keepsPersonFiles), { numRuns: RUNS, seed: SEED, endOnFailure });
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

type Steps = (readonly [string, (temp: CheckpointFixture) => void])[];

interface Session {
  readonly turns: readonly { readonly person: Steps[number]; readonly steps: Steps }[];
  /** The message to restore. */
  readonly choice: number;
  readonly isBroken: boolean;
}

async function keepsPersonFiles({ turns, choice, isBroken }: Session): Promise<void> {
  using temp = makeProject(isBroken);
  const starts: Start[] = [];
  for (const { person, steps } of turns) {
    tryTo(temp, person[1]);
    const state = { covered: filesOf(temp, COVERED), mine: identified(temp) };
    starts.push({ ...state, messageId: await temp.turn(() => steps.forEach(([, act]) => tryTo(temp, act))) });
  }
  const end: State = { covered: filesOf(temp, COVERED), mine: identified(temp) };
  const changes = await temp.checkpoints.changes('session');
  const start = starts[choice % starts.length] ?? end;
  const points = await temp.checkpoints.points();
  const point = points.find(({ messageId }) => 'messageId' in start && messageId === start.messageId);

  const { done, named, uncovered } = await restore(temp, point?.checkpointId ?? '');
  expect(lost(temp, owned(end, starts, start), start.mine)).toEqual([]);
  expect(unnamed(start.covered, filesOf(temp, COVERED), named)).toEqual([]);
  // Files kept as a person's must have been: their content may be the agent's, but how much of it is unknown.
  const mineOnce = new Set(starts.flatMap(({ mine }) => [...mine.keys()]));
  const stayed = Object.keys(filesOf(temp, COVERED)).filter((path) => uncovered.includes(path));
  expect(stayed.filter((path) => !mineOnce.has(identity(temp, path)))).toEqual([]);

  const undone = await restore(temp, done.undoId);
  expect(lost(temp, end.mine)).toEqual([]);
  expect(unnamed(end.covered, filesOf(temp, COVERED), undone.named)).toEqual([]);

  const own = new Set(changes?.files.flatMap(({ path, from, changedByOthers }) => (changedByOthers ? [path, from] : [])));
  await temp.checkpoints.restoreSelected(changes?.changesId ?? '', { isSelected: (path) => !own.has(path) });
  const first = starts[0] ?? end;
  expect(lost(temp, owned(end, starts, first), first.mine)).toEqual([]);
}

/** A person's files at the end, without those created in a turn in which everything was covered: these are the agent's. */
function owned(end: State, starts: readonly Start[], target: State): Identified {
  const isKnown = (id: string): boolean => starts.some(({ mine }) => mine.has(id));
  const wasCovered = (path: string): boolean => path === 'data' && target.covered['.gitignore'] === undefined;
  return new Map([...end.mine].filter(([id, { path }]) => isKnown(id) || !wasCovered(path)));
}

/** Files of a person that are neither as at the end nor as at the start. */
function lost(temp: CheckpointFixture, end: Identified, start?: Identified): string[] {
  const now = filesOf(temp, MINE_MARK);
  const isThere = (file: { path: string; content: string } | undefined): boolean => file !== undefined && now[file.path] === file.content;
  return [...end].filter(([id, file]) => !isThere(file) && !isThere(start?.get(id))).map(([, { path }]) => path);
}

/** The window's default: what others changed stays. */
async function restore(temp: CheckpointFixture, checkpointId: string) {
  const { previewId, files, leftOut } = await temp.checkpoints.preview(checkpointId);
  const keep = files.flatMap(({ path, changedByOthers }) => (changedByOthers ? [path] : []));
  const uncovered = leftOut.items.flatMap(({ path, reason }) => (reason === 'uncovered' || reason === 'unknown' ? [path] : []));
  const done = await temp.checkpoints.restore(previewId, keep);
  return { done, uncovered, named: new Set([...keep, ...uncovered, ...done.failed.map(({ path }) => path)]) };
}

/** Files that changed without being listed as kept. */
function unnamed(then: Files, now: Files, named: ReadonlySet<string>): string[] {
  return Object.keys({ ...then, ...now }).filter((path) => then[path] !== now[path] && !named.has(path));
}

/** A file's identity whatever its name and content. */
function identity(temp: CheckpointFixture, path: string): string {
  const { ino, birthtimeNs } = lstatSync(temp.path(path), { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

function tryTo(temp: CheckpointFixture, act: ((temp: CheckpointFixture) => void) | undefined): void {
  try {
    act?.(temp);
  } catch {
    // Its files are gone.
  }
}

function identified(temp: CheckpointFixture): Identified {
  return new Map(Object.entries(filesOf(temp, MINE_MARK)).map(([path, content]) => [identity(temp, path), { path, content }]));
}

/** Files with this content prefix, by path from the project, with their first bytes. */
function filesOf(temp: CheckpointFixture, mark: RegExp): Files {
  return Object.fromEntries(
    readdirSync(temp.projectDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(temp.projectDir, file), beginning(file)] as const)
      .filter(([, content]) => mark.test(content))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function beginning(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(100);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
