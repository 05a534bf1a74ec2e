import { useEffect, useState } from 'react';
import { useWindow } from '../store/app-store.ts';

/** What is being answered: a request, a question or a plan. */
export interface AskRef {
  readonly sessionId: string;
  readonly askId: string;
}

interface Kept<T> extends AskRef {
  readonly value: T;
}

const stores: Map<string, AskRef>[] = [];

/** One kind of entry in a form, which outlives the form: until the page is closed, or what it answers is gone. */
export class HalfGiven<T> {
  readonly #kept = new Map<string, Kept<T>>();

  constructor() {
    stores.push(this.#kept);
  }

  of({ sessionId, askId }: AskRef): T | undefined {
    return this.#kept.get(keyOf(sessionId, askId))?.value;
  }

  protected entries(): readonly Kept<T>[] {
    return [...this.#kept.values()];
  }

  /** `undefined` forgets it. */
  keep({ sessionId, askId }: AskRef, value: T | undefined): void {
    if (value === undefined) this.#kept.delete(keyOf(sessionId, askId));
    else this.#kept.set(keyOf(sessionId, askId), { sessionId, askId, value });
  }
}

/** The state of a form that is shown again as it was left. */
export function useHalfGiven<T>(store: HalfGiven<T>, ask: AskRef, initial: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(() => store.of(ask) ?? initial);
  useEffect(() => dropGone, []);
  return [
    value,
    (next) => {
      store.keep(ask, next);
      setValue(next);
    },
  ];
}

/** Forgets what was entered for an ask that is known to be answered or withdrawn. */
export function dropGone(): void {
  for (const kept of stores) for (const [key, ask] of kept) if (isGone(ask)) kept.delete(key);
}

/** Sessions that the window doesn't know, as those of other projects, may still ask. */
function isGone({ sessionId, askId }: AskRef): boolean {
  const { sessions, waiting } = useWindow.getState();
  const slot = sessions[sessionId];
  const asks = slot?.status === 'ready' ? slot.view.asks : slot ? undefined : waiting[sessionId]?.asks;
  return asks !== undefined && !asks.some((ask) => ask.askId === askId);
}

function keyOf(sessionId: string, askId: string): string {
  return `${sessionId} ${askId}`;
}
