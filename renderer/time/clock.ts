import { useSyncExternalStore } from 'react';
import { engineNow, isEngineTimeHeld } from '../store/engine-clock.ts';

type FrameListener = (now: number) => void;

const listeners = new Set<FrameListener>();
/** Cancels the scheduled call; set while there are listeners. */
let cancel: (() => void) | undefined;
let reducedMotion: MediaQueryList | undefined;

/** With more animations than this, all run in steps of `STEP_MS`: each frame would be expensive enough to delay typing. */
const MANY = 12;
const STEP_MS = 200;
/** Used for reduced motion, and while the engine's time is held. */
const REDUCED_STEP_MS = 1000;
/** A step waits for an idle period, but at most this long. Milliseconds. */
const MAX_IDLE_WAIT_MS = 100;

/**
 * The window's single animation clock. Calls back every display frame, in steps with many listeners, or once a second with reduced motion.
 * Returns the unsubscribe function.
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
  reducedMotion ??= matchMedia('(prefers-reduced-motion: reduce)');
  if (reducedMotion.matches || isEngineTimeHeld()) return inStep(REDUCED_STEP_MS);
  if (listeners.size > MANY) return inStep(STEP_MS);
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

/** Requests no frame in between: even a frame without changes has a cost. */
function inStep(pause: number): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => (idle = requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS })), pause);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

/** The current time in steps, for counters. Pass `null` for a component that isn't live: it then never rerenders. */
export function useNow(step: 100 | 1000 | null): number {
  return useSyncExternalStore(step === null ? never : onFrame, () => (step === null ? 0 : Math.floor(engineNow() / step) * step));
}

function never(): () => void {
  return () => {};
}
