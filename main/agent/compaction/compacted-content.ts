import { withoutOwnTags } from '#main/tool/own-tags.ts';
import type { UserContent } from '#shared/session/content.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { openBlockers } from '#shared/session/task-changes.ts';
import type { ListedTask } from '#shared/session/task-list.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import { shorten } from '#shared/shorten.ts';
import type { ChosenWords } from './user-words.ts';

/** State that survives a compaction independently of the summary. */
export interface CarriedState {
  readonly todos: readonly Todo[];
  readonly tasks: readonly ListedTask[];
  /** Files whose content the model no longer has, most recently read first, absolute. */
  readonly files: readonly string[];
  /** Running background work, one line each. */
  readonly running: readonly string[];
  readonly mode: PermissionMode;
}

export interface CompactedParts {
  readonly summary: string;
  readonly words: ChosenWords;
  readonly state: CarriedState;
}

const MAX_FILES = 40;
const MAX_LINES = 100;
const MAX_LINE_CHARS = 500;

/** The user message that replaces the compacted part: the summary, plus state that must not depend on its quality. */
export function compactedContent({ summary, words, state }: CompactedParts): UserContent {
  const todos = state.todos.filter(({ status }) => status !== 'completed');
  const tasks = state.tasks.filter(({ status }) => status !== 'completed');
  const files = state.files.slice(0, MAX_FILES);
  const parts = [
    'The conversation had become too long to be carried along whole, so its part up to here was compacted. This stands in its place.',
    tagged('summary', summary),
    words.kept.length > 0 &&
      `What the user said in that part, word for word${leftOut(words)}. Where the summary says otherwise, this counts; what the user ruled out stays ruled out.\n${words.kept.map(({ text, whole }) => tagged(whole ? 'user-message' : 'user-message-excerpt', text)).join('\n')}`,
    todos.length > 0 && `The to-do list as it stands:\n${list(todos.map(({ status, content }) => `[${status}] ${content}`))}`,
    tasks.length > 0 && `The open tasks of the task list:\n${list(tasks.map((task) => taskLine(state.tasks, task)))}`,
    files.length > 0 &&
      `Files that were read or written in that part, the latest first. Their content is no longer with you: read one again before you edit it.\n${list(files.map((path) => JSON.stringify(path)))}`,
    state.running.length > 0 && `Still running:\n${list(state.running)}`,
    state.mode !== 'default' && `The permission mode is ${state.mode}.`,
    'Go on from here. Don’t ask again what is settled, and don’t speak of the compaction unless the user does.',
  ];
  return [{ type: 'text', text: `<system-reminder>\n${parts.filter((part) => part !== false).join('\n\n')}\n</system-reminder>` }];
}

function taskLine(tasks: readonly ListedTask[], task: ListedTask): string {
  const blockers = openBlockers(tasks, task).map((id) => `#${id}`);
  const blocked = blockers.length > 0 ? ` (blocked by ${blockers.join(', ')})` : '';
  return `#${task.id} [${task.status}] ${task.subject}${task.owner === undefined ? '' : ` (${task.owner})`}${blocked}`;
}

function leftOut({ omitted }: ChosenWords): string {
  if (omitted === 0) return '';
  return omitted === 1 ? ' (one message is left out to save space)' : ` (${omitted} messages are left out to save space)`;
}

function tagged(name: string, text: string): string {
  return `<${name}>\n${harmless(text)}\n</${name}>`;
}

/** One line per item: an item can't start a new line. */
function list(lines: readonly string[]): string {
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => line.replaceAll(/\s+/gu, ' '))
    .map((line) => `- ${harmless(shorten(line, MAX_LINE_CHARS))}`);
  return shown.join('\n');
}

/** Escapes text so that it can't open or close one of the surrounding tags. */
function harmless(text: string): string {
  return withoutOwnTags(text, ['summary']).toWellFormed();
}
