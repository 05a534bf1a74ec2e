import { useWindow } from '../store/app-store.ts';
import { focusRegion } from './focus-region.ts';
import { focusQuestion } from './focus-what-waits.ts';

/**
 * Shows the next session that needs the person. Its question or plan gets the focus, or *Show terminal* of its command that waits for input,
 * unless they press something else meanwhile: a key is only for what had the focus when they began.
 */
export async function goToNext(options?: { readonly elsewhere: boolean }): Promise<void> {
  let isWaited = true;
  const press = (event: Event) => {
    if (!(event instanceof KeyboardEvent && MODIFIERS.has(event.key))) isWaited = false;
  };
  window.addEventListener('keydown', press, true);
  window.addEventListener('pointerdown', press, true);
  try {
    const { goToNextSession } = await import('../sessions/next-session.ts');
    if (!(await goToNextSession(options))) return;
    // After it is rendered.
    await new Promise(requestAnimationFrame);
    if (!isWaited || focusQuestion() || hasRequest()) return;
    const { focusInputWait } = await import('./focus-input-wait.ts');
    if (isWaited) focusInputWait(() => focusRegion('side'));
  } finally {
    window.removeEventListener('keydown', press, true);
    window.removeEventListener('pointerdown', press, true);
  }
}

/** A request of the shown session: the next key is for choosing it. */
function hasRequest(): boolean {
  const { sessionId, sessions } = useWindow.getState();
  return sessionId !== null && (sessions[sessionId]?.view.asks.length ?? 0) > 0;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Meta', 'Alt']);
