import { useEffect, useState } from 'react';
import { storedList, storeList } from '../../store/stored-list.ts';

type Setter<Value> = (value: Value) => void;
type Stored = readonly [sessionId: string, key: string, value: unknown];

const KEY = 'gatehouse.opened';
/** Of all sessions, the latest. */
const MAX_STORED = 1000;

/** By session, then by the name of the state and the key within it. */
const kept = new Map<string, Map<string, unknown>>();
for (const [sessionId, key, value] of storedList(KEY, isStored)) ofSession(sessionId).set(key, value);

// Not at each change: a fold may hold thousands of calls.
if (typeof window !== 'undefined') window.addEventListener('pagehide', store);

/**
 * State that stays while the window is open, also across a reload, by session and by a key within it: what a person opened is still open
 * when they come back to the session. Without a key it stays as long as the component. `name`: of the state; `isKept`: whether a stored
 * value is one of its values, other than the initial one.
 */
export function keptState<Value>(
  name: string,
  isKept: (value: unknown) => value is NonNullable<Value>,
): (sessionId: string, key: string | null, initial: Value) => readonly [Value, Setter<Value>] {
  return function useKeptState(sessionId, key, initial) {
    const [value, setValue] = useState(() => {
      const before = key === null ? undefined : kept.get(sessionId)?.get(nameOf(key));
      return isKept(before) ? before : initial;
    });
    useEffect(() => {
      if (key === null) return;
      if (value === initial) kept.get(sessionId)?.delete(nameOf(key));
      else ofSession(sessionId).set(nameOf(key), value);
    }, [sessionId, key, value, initial]);
    return [value, setValue];
  };

  function nameOf(key: string): string {
    return `${name} ${key}`;
  }
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function ofSession(sessionId: string): Map<string, unknown> {
  const states = kept.get(sessionId) ?? new Map<string, unknown>();
  kept.set(sessionId, states);
  return states;
}

function store(): void {
  const all = [...kept].flatMap(([sessionId, states]) => [...states].map(([key, value]): Stored => [sessionId, key, value]));
  storeList(KEY, all.slice(-MAX_STORED));
}

function isStored(value: unknown): value is Stored {
  return Array.isArray(value) && value.length === 3 && typeof value[0] === 'string' && typeof value[1] === 'string';
}
