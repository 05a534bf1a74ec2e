import { Square } from 'lucide-react';
import { isAside, useWindow } from '../store/app-store.ts';
import { useCallCounts, useSession, useWhyOff } from '../store/selectors.ts';
import { interrupt } from '../store/session-actions.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { StatusGlyph } from '../ui/status-glyph.tsx';
import { focusQueue } from './focus-region.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { ModelButton } from '../model/model-button.tsx';
import { UsageButton } from '../usage/usage-button.tsx';
import { words } from './words.ts';
import styles from './status-bar.module.css';

/** The session's state in one line: mode, running calls, pending asks, and Stop. */
export function StatusBar({ sessionId }: { readonly sessionId: string | null }) {
  return (
    <footer className={styles.bar} aria-label={words.status}>
      {sessionId !== null && <SessionStatus sessionId={sessionId} />}
      <span className={styles.space} />
      <ModelStatus sessionId={sessionId} />
    </footer>
  );
}

function SessionStatus({ sessionId }: { readonly sessionId: string }) {
  const counts = useCallCounts(sessionId);
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const off = useWhyOff();
  // Next to the conversation the message box has its own Stop button.
  const alone = useWindow((state) => isAside(state.pane));
  return (
    <>
      <ModeSwitch sessionId={sessionId} />
      <span className={styles.count} data-live={counts.running > 0}>
        {counts.running > 0 && <StatusGlyph state="running" />}
        {words.running(counts.running)}
      </span>
      <button type="button" className={styles.waiting} data-live={counts.waiting > 0} onClick={focusQueue}>
        {counts.waiting > 0 && <StatusGlyph state="waiting" />}
        {words.waiting(counts.waiting)}
      </button>
      {counts.denied > 0 && <span className={styles.count}>{words.denied(counts.denied)}</span>}
      {working && alone && (
        <Button
          size="small"
          variant="quiet"
          className={styles.stop}
          icon={<Square size={10} fill="currentColor" aria-hidden="true" />}
          title={off ?? words.stopHint}
          disabled={off !== undefined}
          onClick={() => void interrupt(sessionId)}
        >
          {words.stop} <Kbd keys="Mod+." />
        </Button>
      )}
    </>
  );
}

function ModelStatus({ sessionId }: { readonly sessionId: string | null }) {
  const connected = useWindow((state) => state.connection === 'connected');
  return (
    <>
      {sessionId === null ? (
        <NoSession />
      ) : (
        <>
          <UsageButton sessionId={sessionId} />
          <ModelButton sessionId={sessionId} />
        </>
      )}
      {!connected && <span className={styles.lost}>{words.disconnected}</span>}
    </>
  );
}

function NoSession() {
  const model = useWindow((state) => state.app?.access.model);
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  return <span className={styles.model}>{ready ? model : words.noModel}</span>;
}
