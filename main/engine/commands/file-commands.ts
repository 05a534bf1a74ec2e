import type { Handlers } from '#main/host/engine-port.ts';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { pushRemote } from '#main/settings/git-remote.ts';
import { realPath } from '#main/settings/real-path.ts';
import { DEFAULT_EDITOR, hasDesktop, openInEditor } from '../editor/open-in-editor.ts';
import { findNamedFiles } from '../editor/named-files.ts';
import { checkpointErrorReason } from '#main/checkpoints/checkpoint-error.ts';
import { revertHunks } from '#main/checkpoints/changes/revert-hunks.ts';
import type { SessionChanges } from '#main/checkpoints/changes/session-comparisons.ts';
import type { Selection, SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { Changes, HunkRange, LastRestore, RevertedFile } from '#shared/contract/changes.ts';
import type { fileCommands as contract } from '#shared/contract/commands/file-commands.ts';
import { MAX_PREVIEW_FILES } from '#shared/contract/max-preview-files.ts';
import { changesSinceCommit, type KnownChange } from '../commit/changes-since-commit.ts';
import { CommitLists } from '../commit/commit-lists.ts';
import { filesInGit } from '../commit/files-in-git.ts';
import { unstageRenames } from '../commit/unstage-renames.ts';
import { whyNoCommit } from '../commit/why-no-commit.ts';
import { authorsOf, type CallsByCheckpoint, callsByCheckpoint } from '../change-authors.ts';
import { withDeleters } from '../deleted-by.ts';
import { changesOfTurn } from '../turn-files.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { OpenSession } from '../session/open-session.ts';
import { diffOfContents, linesOf, withReadableErrors, isText } from '../stored-files.ts';

/** Lost paths named in a preview. */
const MAX_LOST = 50;

const NOT_KNOWN = 'what this turn changed isn’t known: it was interrupted, or its checkpoints were deleted';

const NO_CHANGES: Changes = {
  unavailable: null,
  changesId: null,
  at: null,
  files: [],
  total: 0,
  leftOut: { total: 0, items: [] },
  remote: null,
  lastRestore: null,
  noCommit: null,
};

export function fileCommands({ env, host, projects, sessions, shellEnv }: EngineParts): Handlers<typeof contract> {
  /** Folders from which files may be opened. */
  const foldersOf = async (projectDir: string, sessionId: string | undefined): Promise<readonly [string, ...string[]]> => [
    projectDir,
    ...(sessionId === undefined ? [] : [realPath((await sessions.get(sessionId)).session.log.sessionDir)]),
  ];

  const commitLists = new CommitLists();

  return {
    'restore.points': async ({ sessionId }) => {
      const { checkpoints } = await sessions.get(sessionId);
      try {
        return { unavailable: null, points: await checkpoints.points() };
      } catch (error) {
        return { unavailable: checkpointErrorReason(error), points: [] };
      }
    },
    'restore.preview': async ({ sessionId, checkpointId }) => {
      const { session, checkpoints } = await sessions.get(sessionId);
      session.assertIdle();
      const { checkpoint, lost, ...preview } = await withReadableErrors(() => checkpoints.preview(checkpointId));
      const { projectDir, worktree } = session.view;
      const deleted = { folder: worktree?.projectDir ?? projectDir, since: checkpoint.at };
      const items = withDeleters(lost.slice(0, MAX_LOST), session.log.events, deleted);
      return { ...preview, at: checkpoint.at, files: [...preview.files], lost: { total: lost.length, items } };
    },
    'restore.diff': async ({ sessionId, previewId, path }) => {
      const { checkpoints } = await sessions.get(sessionId);
      return diffOfContents(path, await withReadableErrors(() => checkpoints.contents(previewId, path)), 'back');
    },
    'restore.apply': async ({ sessionId, previewId, keep }) => {
      return sessions.whileIdle(sessionId, ({ checkpoints }) => withReadableErrors(() => checkpoints.restore(previewId, keep)));
    },
    'changes.list': async ({ sessionId, since, turnId }) => {
      const { checkpoints, session, place } = await sessions.get(sessionId);
      const { projectDir, worktree } = session.view;
      const folder = worktree?.projectDir ?? projectDir;
      const { trusted } = projects.get(projectDir).settings.current();
      const noCommit = whyNoCommit({ trusted, place: place() });
      if (since === 'commit') {
        const known = () => knownChanges(checkpoints, callsByCheckpoint(session.log.events, folder));
        const found = await changesSinceCommit(commitLists, { sessionId, folder, env, known });
        return { ...NO_CHANGES, ...found, remote: remoteOf(projectDir), lastRestore: lastRestoreOf(checkpoints), noCommit };
      }
      try {
        const changes = await (turnId === undefined ? checkpoints.changes(since) : checkpoints.changesInTurn(turnId));
        if (!changes) return turnId === undefined ? NO_CHANGES : { ...NO_CHANGES, unavailable: NOT_KNOWN };
        const shown = changes.files.slice(0, MAX_PREVIEW_FILES).map(({ path }) => path);
        const inGit = await filesInGit(folder, shown, env);
        return {
          ...describe(changes, callsByCheckpoint(session.log.events, folder), projectDir, inGit),
          lastRestore: lastRestoreOf(checkpoints),
          noCommit,
        };
      } catch (error) {
        return { ...NO_CHANGES, unavailable: checkpointErrorReason(error) };
      }
    },
    'changes.diff': async ({ sessionId, changesId, path }) => {
      const { checkpoints } = await sessions.get(sessionId);
      if (commitLists.has(changesId)) return commitLists.diff(changesId, path);
      return withReadableErrors(async () => diffOfContents(path, await checkpoints.contents(changesId, path)));
    },
    'changes.lines': async ({ sessionId, changesId, path, from, count }) => {
      const { checkpoints } = await sessions.get(sessionId);
      const lines = commitLists.has(changesId)
        ? await commitLists.lines(changesId, path)
        : linesOf((await withReadableErrors(() => checkpoints.contents(changesId, path))).now);
      return { lines: lines.slice(from - 1, from - 1 + count) };
    },
    'changes.ofTurn': async ({ sessionId, turnId }) => {
      const { checkpoints, session } = await sessions.get(sessionId);
      return changesOfTurn(checkpoints, session.log.events, turnId);
    },
    'changes.revert': async ({ sessionId, changesId, files }) => {
      const act = async ({ checkpoints, session, place }: OpenSession) => {
        const { edited, changes } = await editedContents(checkpoints, changesId, files);
        const wanted = new Set(files.map(({ path }) => path));
        const done = await checkpoints.restoreSelected(changesId, { isSelected: (path) => wanted.has(path), edited, changes });
        const { projectDir, worktree } = session.view;
        const { trusted } = projects.get(projectDir).settings.current();
        // Git’s index is written only where a commit may be made.
        if (whyNoCommit({ trusted, place: place() }) === null) await unstageRenames(worktree?.projectDir ?? projectDir, done.paths, env);
        return done;
      };
      return sessions.whileIdle(sessionId, (opened) => withReadableErrors(() => act(opened)));
    },
    'editor.open': async ({ projectDir, sessionId, path, line = 1, column = 1 }) => {
      const { settings } = projects.get(projectDir);
      if (host === 'web' && !hasDesktop(env)) return { opened: false };
      const { editor = DEFAULT_EDITOR, paths } = settings.current();
      await openInEditor({
        path,
        line,
        column,
        folders: [projectDir, ...(await foldersOf(projectDir, sessionId)), ...(paths.managedDir === null ? [] : [paths.managedDir])],
        files: [paths.user],
        template: editor,
        env: await shellEnv,
      });
      return { opened: true };
    },
    'editor.find': async ({ projectDir, sessionId, texts }) => {
      const project = projects.get(projectDir);
      return { files: await findNamedFiles({ texts, folders: await foldersOf(project.projectDir, sessionId) }) };
    },
  };
}

function describe(
  { changesId, checkpoint, files, changedAgain, leftOut }: SessionChanges,
  calls: CallsByCheckpoint,
  projectDir: string,
  inGit: ReadonlyMap<string, 'committed' | 'ignored'>,
): Omit<Changes, 'lastRestore' | 'noCommit'> {
  return {
    unavailable: null,
    changesId,
    at: checkpoint.at,
    files: files.slice(0, MAX_PREVIEW_FILES).map(({ agentPeriods, ...file }) => ({
      ...file,
      ...authorsOf({ ...file, agentPeriods }, calls),
      ...((changedAgain?.has(file.path) || (file.from !== null && changedAgain?.has(file.from))) && { changedAgain: true }),
      inGit: inGit.get(file.path) ?? null,
    })),
    total: files.length,
    leftOut,
    remote: remoteOf(projectDir),
  };
}

function remoteOf(projectDir: string): string | null {
  const git = findGitFolder(projectDir);
  return git && pushRemote(git);
}

function lastRestoreOf({ lastRestore }: SessionCheckpoints): LastRestore | null {
  if (!lastRestore) return null;
  const { deed, undoId, restored, inPart, paths } = lastRestore;
  return { deed: deed === 'revert' ? 'revert' : 'restore', undoId, restored, inPart, first: paths[0] ?? null };
}

/** The calls of the session that changed files; none where there are no checkpoints to tell. */
async function knownChanges(checkpoints: SessionCheckpoints, calls: CallsByCheckpoint): Promise<ReadonlyMap<string, KnownChange>> {
  // Without checkpoints the list is still whole: it only names no calls.
  const changes = await checkpoints.changes('session').catch(() => undefined);
  const described = changes?.files.map((file): [string, KnownChange] => {
    const authors = authorsOf(file, calls);
    return [file.path, { ...authors, changedByOthers: file.changedByOthers && authors.calls.length > 0 }];
  });
  return new Map(described);
}

/** The new content of files of which only some hunks are reverted. */
async function editedContents(
  checkpoints: SessionCheckpoints,
  changesId: string,
  files: readonly RevertedFile[],
): Promise<Required<Pick<Selection, 'edited' | 'changes'>>> {
  const edited = new Map<string, Buffer>();
  const changes = new Map<string, number>();
  for (const { path, hunks } of files) {
    if (!hunks) continue;
    const { content, isWhole } = await withoutHunks(checkpoints, changesId, path, hunks);
    edited.set(path, content);
    if (!isWhole) changes.set(path, hunks.length);
  }
  return { edited, changes };
}

async function withoutHunks(
  checkpoints: SessionCheckpoints,
  changesId: string,
  path: string,
  hunks: readonly HunkRange[],
): Promise<{ readonly content: Buffer; readonly isWhole: boolean }> {
  const { now, then } = await checkpoints.contents(changesId, path);
  const text = now && isText(now) && isText(then) ? revertHunks(then?.toString('utf8') ?? '', now.toString('utf8'), hunks) : undefined;
  if (text === undefined)
    throw new AppError('conflict', `${path} can’t be reverted in parts. Revert the whole file, or open the list again.`);
  const content = Buffer.from(text);
  return { content, isWhole: then?.equals(content) === true };
}
