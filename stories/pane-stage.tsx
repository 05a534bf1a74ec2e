import { Inspector } from '../renderer/inspector/inspector.tsx';
import { PermissionQueue } from '../renderer/permissions/queue/permission-queue.tsx';
import { useWindow } from '../renderer/store/app-store.ts';
import { selectCall } from '../renderer/store/window-actions.ts';
import { TerminalPane } from '../renderer/terminals/terminal-pane.tsx';
import { Timeline } from '../renderer/timeline/timeline.tsx';
import { ToastProvider } from '../renderer/ui/overlays/toast.tsx';
import { TooltipProvider } from '../renderer/ui/overlays/tooltip.tsx';
import { SESSION_ID } from './host/fake-host.ts';
import { FloorList } from './floor-list.tsx';
import styles from './pane-stage.module.css';

/** The panes in roughly the window's layout. */
export function Stage({ floor }: { /** Rows of an empty list in the timeline's place; 0 for the timeline. */ readonly floor: number }) {
  const pane = useWindow((state) => state.pane);
  const callId = useWindow((state) => state.selectedCallId);
  return (
    <ToastProvider>
      <TooltipProvider delay={400}>
        <div className={styles.stage}>
          <div className={styles.centre}>
            <div className={styles.panes}>
              <textarea className={styles.conversation} aria-label="Message" />
              <div className={styles.pane}>
                {floor > 0 ? (
                  <FloorList count={floor} />
                ) : pane === 'timeline' ? (
                  <Timeline sessionId={SESSION_ID} />
                ) : (
                  <TerminalPane sessionId={SESSION_ID} />
                )}
              </div>
            </div>
            <div className={styles.dock}>
              <PermissionQueue sessionId={SESSION_ID} />
            </div>
          </div>
          {callId !== null && (
            <div className={styles.inspector}>
              <Inspector sessionId={SESSION_ID} callId={callId} onClose={() => selectCall(null)} />
            </div>
          )}
        </div>
      </TooltipProvider>
    </ToastProvider>
  );
}
