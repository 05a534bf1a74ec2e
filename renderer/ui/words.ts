import type { Risk } from '#shared/permission/decision.ts';
import { FILE_COMMANDS } from '#shared/permission/file-commands.ts';
import { MODE_NAMES } from '#shared/permission/mode-names.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { waitsForInput } from '#shared/session/call-waits.ts';
import { INTERRUPTED } from '#shared/session/interrupted.ts';
import type { CallRow } from '#shared/session/view.ts';

/** Name and description of each mode. */
export const MODE_WORDS: Record<PermissionMode, { readonly name: string; readonly detail: string }> = {
  default: {
    name: MODE_NAMES.default,
    detail: 'Reads, task lists, sub-agents and documentation sites run without asking; the rest asks unless a rule allows it',
  },
  acceptEdits: {
    name: MODE_NAMES.acceptEdits,
    detail: `Edits in the working directories run without asking, as do ${FILE_COMMANDS}`,
  },
  plan: { name: MODE_NAMES.plan, detail: 'Reads and read-only commands run, edits are denied, and the rest asks' },
  dontAsk: { name: MODE_NAMES.dontAsk, detail: 'Denies everything that would ask' },
  auto: {
    name: MODE_NAMES.auto,
    detail: 'Edits in the working directories run; a classifier model decides the rest and asks you when unsure',
  },
  bypassPermissions: {
    name: MODE_NAMES.bypassPermissions,
    detail: 'Runs without asking, except for deny and ask rules, tools that need you, critical paths and Gatehouse’s own folder',
  },
  bubble: { name: MODE_NAMES.bubble, detail: 'For sub-agents' },
};

/** The states that people tell apart: what ran was stopped, what never ran was cancelled. */
export type ShownState = CallRow['state'] | 'stopped';

export const STATE_WORDS: Readonly<Record<ShownState, string>> = {
  queued: 'Queued',
  waiting: 'Waiting for you',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  denied: 'Denied',
  stopped: 'Stopped',
  cancelled: 'Cancelled',
};

type StateOfCall = Pick<CallRow, 'state'> & { readonly startedAt?: number | undefined; readonly view?: CallRow['view'] } & Pick<
    CallRow,
    'inputWaits'
  >;

/** The state of a call as every place shows it. A command that the person ended in its terminal has failed for the model only. */
export function shownState({ state, startedAt, view }: StateOfCall): ShownState {
  if (view?.outcome === INTERRUPTED) return 'stopped';
  return state === 'cancelled' && startedAt !== undefined ? 'stopped' : state;
}

export function stateWord(call: StateOfCall): string {
  return waitsForInput(call) ? words.waitsForInput : STATE_WORDS[shownState(call)];
}

/** For signs and bars, which are the same for what was stopped and what was cancelled. */
export function drawnState(call: StateOfCall): CallRow['state'] {
  const state = shownState(call);
  if (waitsForInput(call)) return 'waiting';
  return state === 'stopped' ? 'cancelled' : state;
}

/** What came of a call: its end in the word for its state, whatever word was recorded. */
export function outcomeWords(row: Pick<CallRow, 'state' | 'startedAt' | 'view'>): string | undefined {
  const { outcome } = row.view;
  const state = shownState(row);
  if (outcome === undefined || (state !== 'stopped' && state !== 'cancelled')) return outcome;
  return outcome.replace(/^(?:stopped|cancelled|interrupted)\b/u, STATE_WORDS[state].toLowerCase());
}

export const RISK_WORDS: Readonly<Record<Risk, string>> = {
  read: 'Reads',
  write: 'Writes',
  execute: 'Runs code',
  network: 'Network',
  secrets: 'Secrets',
  destructive: 'Destructive',
};

/** Text of the shared components; states and sources have their own tables. */
export const words = {
  loading: 'Loading',
  waitsForInput: 'Waits for your input',
  close: 'Close',
  clear: 'Clear',
  disconnected: 'Gatehouse can’t be reached at the moment',
  onceConnected: 'Shown once the connection is back.',
  bugIn: (message: string) => `${message}. This is a bug in Gatehouse. The agent and your files are not affected.`,
  cantBeShown: (name: string) => `${name} can’t be shown`,
  tryAgain: 'Try again',
  copyDetails: 'Copy details',
  dismiss: 'Dismiss',
  notCopied: 'Copying failed',
} as const;
