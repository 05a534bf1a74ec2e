import { create } from 'zustand';
import { storedList, storeList } from '../../store/stored-list.ts';

/** What a person folded or opened in the timeline of a session. */
export interface KeptFolds {
  /** The keys of agents whose calls are hidden, and of task folds whose updates are shown. */
  readonly toggled: readonly string[];
  /** For the keys of turns: whether they are folded. */
  readonly turns: Readonly<Record<string, boolean>>;
}

type Stored = readonly [sessionId: string, folds: KeptFolds];

const KEY = 'gatehouse.timeline-folds';
/** The sessions whose folds survive a reload, the latest. */
const MAX_SESSIONS = 20;
const NONE: KeptFolds = { toggled: [], turns: {} };

/** By session. Stays while another pane or session is shown, and across a reload. */
const useAll = create<ReadonlyMap<string, KeptFolds>>(() => new Map(storedList(KEY, isStored)));

if (typeof window !== 'undefined') window.addEventListener('pagehide', () => storeList(KEY, [...useAll.getState()].slice(-MAX_SESSIONS)));

export function useKeptFolds(sessionId: string): KeptFolds {
  return useAll((all) => all.get(sessionId) ?? NONE);
}

export function changeFolds(sessionId: string, change: (before: KeptFolds) => KeptFolds): void {
  const all = useAll.getState();
  const others = [...all].filter(([id]) => id !== sessionId);
  useAll.setState(new Map([...others, [sessionId, change(all.get(sessionId) ?? NONE)]]), true);
}

function isStored(value: unknown): value is Stored {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const folds: unknown = value[1];
  return (
    typeof folds === 'object' &&
    folds !== null &&
    'toggled' in folds &&
    isStrings(folds.toggled) &&
    'turns' in folds &&
    isFlags(folds.turns)
  );
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isFlags(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'boolean');
}
