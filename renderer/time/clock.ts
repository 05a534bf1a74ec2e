import { useSyncExternalStore } from 'react';
import { engineNow, isEngineTimeHeld } from '../store/engine-clock.ts';

type FrameListener = (now: number) => void;

/** With the milliseconds after which each has something new to show. */
const listeners = new Map<FrameListener, number>();
/** Cancels the scheduled call; set while there are listeners. */
let cancel: (() => void) | undefined;
/** The step of the scheduled call. */
let scheduledStep = 0;
let reducedMotion: MediaQueryList | undefined;

/** With more animations than this, all run in steps of `STEP_MS`: each frame would be expensive enough to delay typing. */
const MANY = 12;
const STEP_MS = 200;
/** Used for reduced motion, and while the engine's time is held. */
const SLOW_STEP_MS = 1000;
/** Shorter steps are display frames. */
const MIN_STEP_MS = 30;
/** A step waits for an idle period, but at most this long. Milliseconds. */
const MAX_IDLE_WAIT_MS = 100;

/**
 * The window's single animation clock. Calls back in the shortest step that a listener asks for (0: every display frame), in longer ones
 * with many listeners, and once a second with reduced motion. Returns the unsubscribe function.
 */
export function onFrame(listener: FrameListener, step = 0): () => void {
  listeners.set(listener, step);
  listener(engineNow());
  if (cancel === undefined || currentStep() < scheduledStep) {
    cancel?.();
    cancel = scheduled();
  }
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
  for (const listener of listeners.keys()) listener(now);
}

function scheduled(): () => void {
  scheduledStep = currentStep();
  if (scheduledStep >= MIN_STEP_MS) return inStep(untilNext(scheduledStep));
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}

function currentStep(): number {
  reducedMotion ??= matchMedia('(prefers-reduced-motion: reduce)');
  const shortest = Math.min(...listeners.values());
  if (reducedMotion.matches || isEngineTimeHeld()) return Math.max(SLOW_STEP_MS, shortest);
  return Math.max(shortest, listeners.size > MANY ? STEP_MS : 0);
}

/** Time that is held doesn't come nearer to the next step. */
function untilNext(step: number): number {
  return isEngineTimeHeld() ? step : step - (engineNow() % step);
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
export function useNow(step: 100 | 1000 | 60_000 | null): number {
  return useSyncExternalStore(step === null ? never : STEPS[step], () => (step === null ? 0 : Math.floor(engineNow() / step) * step));
}

const STEPS = {
  100: (listener: FrameListener) => onFrame(listener, 100),
  1000: (listener: FrameListener) => onFrame(listener, 1000),
  60_000: (listener: FrameListener) => onFrame(listener, 60_000),
} as const;

function never(): () => void {
  return () => {};
}
