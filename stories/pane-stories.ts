import { emptySessionView } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { commandAsk, destructiveAsk, editAsk, hugeAsk, manyAsks } from './ask-fixtures.ts';
import { liveSession, longSession, settledSession } from './pane-fixtures.ts';

export interface Story {
  readonly theme: 'dark' | 'light';
  readonly pane: 'timeline' | 'terminals';
  readonly selected: string | null;
  readonly status: 'loading' | 'ready' | 'error';
  readonly error: string | null;
  readonly view: SessionView;
  /** Rows of an empty list shown instead of the timeline, for comparison; 0 for none. */
  readonly floor: number;
  readonly connection: 'connected' | 'lost';
  /** Milliseconds between events of a busy session; 0 for none. */
  readonly busy: number;
}

/** `story`: empty, loading, error, live, quiet, settled, lost, edit, command, many, huge, destructive, long, busy, floor. `call`: the call to inspect. */
export function storyFromAddress(address: URLSearchParams): Story {
  const name = address.get('story') ?? 'live';
  const now = Date.now();
  const count = Number(address.get('count') ?? 10_000);
  return {
    theme: address.get('theme') === 'light' ? 'light' : 'dark',
    pane: address.get('pane') === 'terminals' ? 'terminals' : 'timeline',
    selected: address.get('call'),
    status: name === 'loading' ? 'loading' : name === 'error' ? 'error' : 'ready',
    error: name === 'error' ? 'The session file could not be read: permission denied' : null,
    view: viewOf(name, now, count),
    floor: name === 'floor' ? count : 0,
    connection: name === 'lost' ? 'lost' : 'connected',
    busy: name === 'busy' ? 16 : 0,
  };
}

function viewOf(name: string, now: number, count: number): SessionView {
  const live = liveSession(now);
  if (name === 'empty' || name === 'loading' || name === 'error')
    return { ...emptySessionView(), sessionId: 's', projectDir: '/home/ana/shop' };
  if (name === 'settled') return settledSession(now);
  if (name === 'quiet') return { ...live, asks: [] };
  if (name === 'edit') return { ...live, asks: [editAsk(now - 2480), commandAsk(now - 900)] };
  if (name === 'command')
    return { ...live, asks: [commandAsk(now - 2480), { ...commandAsk(now - 2000), askId: 'k9' }, editAsk(now - 900)] };
  if (name === 'destructive') return { ...live, asks: [destructiveAsk(now - 2480), editAsk(now - 900)] };
  if (name === 'many') return { ...live, asks: manyAsks(now) };
  if (name === 'huge') return { ...live, asks: [hugeAsk(now - 900)] };
  if (name === 'long' || name === 'busy') return longSession(now, count);
  return live;
}
