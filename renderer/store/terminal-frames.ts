import type { TerminalState } from '#shared/session/frame.ts';

/** `offset` counts UTF-16 units since the terminal opened; `data` starts there. */
export type TerminalListener = (offset: number, data: string) => void;

const listeners = new Map<string, Set<TerminalListener>>();

/** Live output of one terminal, past the store: bytes are drawn by the terminal itself. Returns the unsubscribe function. */
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

/** What else main says of a running terminal: who types, whether it is held, how much it printed. Returns the unsubscribe function. */
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
