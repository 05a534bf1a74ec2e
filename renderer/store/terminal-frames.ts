import type { TerminalState } from '#shared/session/frame.ts';

/** `offset`: UTF-16 code units since the terminal opened, at which `data` starts. */
export type TerminalListener = (offset: number, data: string) => void;

const listeners = new Map<string, Set<TerminalListener>>();

/** Live output of one terminal; bypasses the store, since the terminal draws it. Returns the unsubscribe function. */
export function onTerminalOutput(terminalId: string, listener: TerminalListener): () => void {
  const set = listeners.get(terminalId) ?? new Set();
  listeners.set(terminalId, set);
  set.add(listener);
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(terminalId);
  };
}

export function deliverTerminalOutput(terminalId: string, offset: number, data: string): void {
  for (const listener of listeners.get(terminalId) ?? []) listener(offset, data);
}

const states = new Map<string, Set<(state: TerminalState) => void>>();

/** Other state of a running terminal: who types, whether it is paused, how much it printed. Returns the unsubscribe function. */
export function onTerminalState(terminalId: string, listener: (state: TerminalState) => void): () => void {
  const set = states.get(terminalId) ?? new Set();
  states.set(terminalId, set);
  set.add(listener);
  return () => {
    set.delete(listener);
    if (set.size === 0) states.delete(terminalId);
  };
}

export function deliverTerminalState(terminalId: string, state: TerminalState): void {
  for (const listener of states.get(terminalId) ?? []) listener(state);
}
