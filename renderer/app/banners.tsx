import { FolderX, HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Project } from '#shared/contract/project.ts';
import { pickProject } from '../store/project-actions.ts';
import { useSession, useSlot } from '../store/selectors.ts';
import { interrupt } from '../store/session-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { useWindow } from '../store/app-store.ts';
import { words } from './words.ts';
import styles from './banners.module.css';

/** Says that the project's folder is gone, what that means and what to do. */
export function FolderBanner({ project, sessionId }: { readonly project: Project; readonly sessionId: string | null }) {
  const working = useSession(sessionId ?? '', (view) => view.turn !== null) ?? false;
  return (
    <div role="alert">
      {project.gone && (
        <Banner
          icon={<FolderX size={16} strokeWidth={1.5} />}
          actions={
            <>
              {working && sessionId !== null && (
                <Button size="small" onClick={() => void interrupt(sessionId)}>
                  {words.stopAgent}
                </Button>
              )}
              <Button size="small" onClick={() => void pickProject()}>
                {words.openAnother}
              </Button>
            </>
          }
        >
          <strong>{words.folderGone}</strong>{' '}
          <code>
            <VisibleText text={project.projectDir} />
          </code>
          . {working ? words.folderGoneAtWork : words.folderGoneDetail}
        </Banner>
      )}
    </div>
  );
}

/** Says that the session can't be written, for example because the disk is full, and what to do. */
export function HaltedBanner({ sessionId }: { readonly sessionId: string }) {
  const halted = useSlot(sessionId, (slot) => slot.halted) ?? false;
  return (
    <div role="alert">
      {halted && (
        <Banner icon={<HardDrive size={16} strokeWidth={1.5} />}>
          <strong>{words.halted}</strong> {words.haltedDetail}
        </Banner>
      )}
    </div>
  );
}

/** Says that the shown state is the last known one. */
export function ConnectionBanner() {
  const lost = useWindow((state) => state.connection === 'lost');
  return <div role="status">{lost && <Banner>{words.lost}</Banner>}</div>;
}

interface BannerProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** A line across the window that reports a problem of everything below it, and what to do. Render it in a live region. */
function Banner({ icon, children, actions }: BannerProps) {
  return (
    <div className={styles.banner}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.text}>{children}</p>
      {actions !== undefined && <span className={styles.actions}>{actions}</span>}
    </div>
  );
}
