import { useSyncExternalStore } from 'react';
import { engineNow, isEngineTimeHeld } from '../store/engine-clock.ts';

type FrameListener = (now: number) => void;

const listeners = new Set<FrameListener>();
/** Takes back the call that is due; there while anyone listens. */
let cancel: (() => void) | undefined;

/** With more that moves than this it all moves in steps of `STEP_MS`: each picture then costs so much that typing would wait for it. */
const MANY = 12;
const STEP_MS = 200;
/** Where motion is to be reduced, or none is known of. */
const REDUCED_STEP_MS = 1000;
/** A step waits for a moment in which nothing else is to be done, but not longer than this. Milliseconds. */
const PATIENCE_MS = 100;

/**
 * The one animation clock of the window: calls back at every display frame while anyone listens, in steps while many do,
 * or once a second where motion is to be reduced. Returns the unsubscribe function.
 */
export function onFrame(listener: FrameListener): () => void {
  listeners.add(listener);
  listener(engineNow());
  cancel ??= scheduled();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    cancel?.();
    cancel = undefined;
  };
}

function run(): void {
  cancel = scheduled();
  const now = engineNow();
  for (const listener of listeners) listener(now);
}

function scheduled(): () => void {
  if (reducedMotion.matches || isEngineTimeHeld()) return inStep(REDUCED_STEP_MS);
  if (listeners.size > MANY) return inStep(STEP_MS);
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** No frame is asked for meanwhile: one in which nothing moves has its price too. */
function inStep(pause: number): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => (idle = requestIdleCallback(run, { timeout: PATIENCE_MS })), pause);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The time in steps, for words that count up. A component that isn't live should pass `null`: it then never draws again. */
export function useNow(step: 100 | 1000 | null): number {
  return useSyncExternalStore(step === null ? never : onFrame, () => (step === null ? 0 : Math.floor(engineNow() / step) * step));
}

function never(): () => void {
  return () => {};
}
