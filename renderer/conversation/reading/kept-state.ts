import { useEffect, useState } from 'react';

type Setter<Value> = (value: Value) => void;

/**
 * State that stays while the window is open, by session and by a key within it: what a person opened is still open when they come back to
 * the session. Without a key it stays as long as the component.
 */
export function keptState<Value>(): (sessionId: string, key: string | null, initial: Value) => readonly [Value, Setter<Value>] {
  const kept = new Map<string, Map<string, Value>>();
  return function useKeptState(sessionId, key, initial) {
    const [value, setValue] = useState(() => (key === null ? undefined : kept.get(sessionId)?.get(key)) ?? initial);
    useEffect(() => {
      if (key === null) return;
      const ofSession = kept.get(sessionId) ?? new Map<string, Value>();
      if (value === initial) ofSession.delete(key);
      else ofSession.set(key, value);
      kept.set(sessionId, ofSession);
    }, [sessionId, key, value, initial]);
    return [value, setValue];
  };
}
