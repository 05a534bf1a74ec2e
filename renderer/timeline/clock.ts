import { useSyncExternalStore } from 'react';
import { engineNow } from '../store/engine-clock.ts';

type FrameListener = (now: number) => void;

const listeners = new Set<FrameListener>();
let frame: number | undefined;
let lastStep = 0;

/**
 * The one animation clock of the window: calls back at every display frame while anyone listens, or once a second where
 * motion is to be reduced. Returns the unsubscribe function.
 */
export function onFrame(listener: FrameListener): () => void {
  listeners.add(listener);
  listener(engineNow());
  frame ??= requestAnimationFrame(run);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || frame === undefined) return;
    cancelAnimationFrame(frame);
    frame = undefined;
  };
}

function run(): void {
  frame = requestAnimationFrame(run);
  const now = engineNow();
  if (reducedMotion.matches && now - lastStep < 1000) return;
  lastStep = now;
  for (const listener of listeners) listener(now);
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The time in steps, for words that count up. A component that isn't live should pass `null`: it then never draws again. */
export function useNow(step: 100 | 1000 | null): number {
  return useSyncExternalStore(step === null ? never : onFrame, () => (step === null ? 0 : Math.floor(engineNow() / step) * step));
}

function never(): () => void {
  return () => {};
}
