import type { Project, RuleRow, SessionSummary } from '#shared/contract/project.ts';
import { mentionOf } from '#shared/session/mention.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { draftOf, setDraft } from '../conversation/composer/drafts.ts';
import { openPath } from '../paths/open-path.ts';
import { openProject, openWindow, showSessionOf } from '../store/project-actions.ts';
import { fetchOverview } from '../store/overview.ts';
import { matchesSearch } from '../ui/match-search.ts';
import { keysOf } from '../store/command-keys.ts';
import { openReplay } from '../store/rule-replay.ts';
import { askRules, showRule } from '../store/rule-requests.ts';
import { showPane, showSettings } from '../store/window-actions.ts';
import { words as settingsWords } from '../settings/words.ts';
import { writeMessage } from '../conversation/composer/message-box.ts';
import { COMMANDS } from './command-map.ts';
import { fuzzyScore } from './fuzzy.ts';
import { COMMAND_TERMS, paletteWords } from './palette-words.ts';
import { words } from './words.ts';

/** One entry of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly kind: 'command' | 'setting' | 'session' | 'project' | 'rule' | 'file';
  readonly title: string;
  /** Secondary text, searched as well. */
  readonly detail?: string | undefined;
  /** Searched and not shown. */
  readonly terms?: string | undefined;
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** Runs on Shift+Enter. */
  readonly runOther?: (() => void) | undefined;
}

const MAX_SHOWN = 60;
/** Score of one of the terms: more than letters here and there in a title, less than a word of it. */
const BY_TERM = 90;
/** Bonus per kind, so that commands rank before equal matches. */
const BEFORE: Readonly<Record<PaletteEntry['kind'], number>> = { command: 8, setting: 5, session: 4, project: 2, file: 1, rule: 0 };

export function commandEntries(): PaletteEntry[] {
  const commands = COMMANDS.filter(({ id, when }) => id !== 'palette' && when()).map(({ id, title, run }): PaletteEntry => ({
    id,
    kind: 'command',
    title,
    terms: COMMAND_TERMS[id],
    keys: keysOf(id),
    run,
  }));
  return [...commands, ...partEntries()];
}

/** Parts of panes, which have no command of their own. */
function partEntries(): PaletteEntry[] {
  const { project, sessionId } = useWindow.getState();
  const entry = (id: keyof typeof paletteWords, run: () => void): PaletteEntry => ({ id, kind: 'command', ...paletteWords[id], run });
  const ofRules = [
    entry('newRule', () => askRules({ type: 'new' })),
    entry('tryCall', () => askRules({ type: 'try' })),
    entry('packs', () => askRules({ type: 'packs' })),
  ];
  return [...(project ? ofRules : []), ...(sessionId === null ? [] : [entry('replay', replay)])];
}

function replay(): void {
  showPane('timeline');
  openReplay();
}

/** The sections of the settings. */
export function settingsEntries(): PaletteEntry[] {
  if (!useWindow.getState().project) return [];
  return Object.entries(settingsWords.sectionTexts).map(([id, { title, detail, terms }]) => ({
    id: `setting ${id}`,
    kind: 'setting',
    title: words.settingsOf(title),
    detail,
    terms,
    run: () => showSettings(id),
  }));
}

/** Sessions of all projects, rules of the open one, and recent folders. What fails to load is left out. */
export async function projectEntries(): Promise<PaletteEntry[]> {
  const { project, app } = useWindow.getState();
  const projects = (app?.recent ?? [])
    .filter(({ projectDir }) => projectDir !== project?.projectDir)
    .flatMap((recent): PaletteEntry[] => [
      projectEntry(recent.projectDir, words.openProject(recent.name), () => void openProject(recent.projectDir)),
      projectEntry(
        `${recent.projectDir} window`,
        words.openInWindow(recent.name),
        () => void openWindow(recent.projectDir),
        recent.projectDir,
      ),
    ]);
  if (!project) return projects;
  const { projectDir } = project;
  const [sessions, others, rules] = await Promise.all([
    call('session.list', { projectDir }).then(
      (list) => list.sessions.filter(({ title }) => title !== '').map((session) => sessionEntry(session, project)),
      // The menu of sessions reports it.
      () => [],
    ),
    fetchOverview().then(
      (all) =>
        all
          .filter((other) => other.projectDir !== projectDir)
          .flatMap((other) => [...other.sessions, ...other.archived].map((session) => sessionEntry(session, other, true))),
      // The list of sessions reports it.
      () => [],
    ),
    call('rules.list', { projectDir }).then(
      (list) => list.rules.map(ruleEntry),
      // The rule pane reports it.
      () => [],
    ),
  ]);
  return [...sessions, ...others, ...projects, ...rules];
}

/** Best match first; without a query only the commands. */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  if (query.trim() === '') return entries.filter(({ kind }) => kind === 'command');
  return entries
    .flatMap((entry) => {
      const byTitle = fuzzyScore(query, entry.title);
      const score = holds(entry.terms, query) ? Math.max(byTitle ?? 0, BY_TERM) : (byTitle ?? (isFound(entry, query) ? 0 : undefined));
      return score === undefined ? [] : [{ entry, score: score + BEFORE[entry.kind] }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_SHOWN)
    .map(({ entry }) => entry);
}

/** Of a session, words may be in its title and others in the name of its project. */
function isFound({ kind, title, detail, terms }: PaletteEntry, query: string): boolean {
  return holds(detail, query) || holds(terms, query) || (kind === 'session' && matchesSearch([title, terms ?? ''], query.trim()));
}

/** The secondary text matches by substring only, not letter by letter. */
function holds(detail: string | undefined, query: string): boolean {
  return detail !== undefined && detail.toLowerCase().includes(query.trim().toLowerCase());
}

/** Opens the file in the editor, or inserts it into the message. */
export function fileEntry(path: string, sessionId: string): PaletteEntry {
  return {
    id: `file ${path}`,
    kind: 'file',
    title: path,
    detail: words.file,
    run: () => void openPath(path),
    runOther: () => mention(sessionId, path),
  };
}

function mention(sessionId: string, path: string): void {
  const before = draftOf(sessionId);
  setDraft(sessionId, `${before}${before === '' || /\s$/u.test(before) ? '' : ' '}${mentionOf(path)} `);
  writeMessage();
}

/** Found by the name of its project too, which is shown of one in another project. */
function sessionEntry(
  { sessionId, projectDir, title, live }: SessionSummary,
  { name }: Pick<Project, 'name'>,
  isElsewhere = false,
): PaletteEntry {
  const what = live ? words.liveSession : words.session;
  return {
    id: `session ${sessionId}`,
    kind: 'session',
    title,
    detail: isElsewhere ? words.inProject(what, name) : what,
    terms: name,
    run: () => void showSessionOf(projectDir, sessionId),
  };
}

function projectEntry(id: string, title: string, run: () => void, detail: string = id): PaletteEntry {
  return { id: `project ${id}`, kind: 'project', title, detail, run };
}

function ruleEntry(rule: RuleRow): PaletteEntry {
  const { id, text, behavior, source, file } = rule;
  return {
    id: `rule ${id}`,
    kind: 'rule',
    title: text,
    detail: words.rule(behavior),
    run: () => showRule({ text, behavior, source, ...(file !== undefined && { file }) }),
  };
}
