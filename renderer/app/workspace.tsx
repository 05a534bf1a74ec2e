import { Group, Panel, useDefaultLayout } from 'react-resizable-panels';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Project } from '#shared/contract/project.ts';
import { PermissionQueue } from '../permissions/queue/permission-queue.tsx';
import { TrustNote } from '../projects/trust-note.tsx';
import { isProjectPane, useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Disconnected, Skeleton } from '../ui/display/skeleton.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { ConnectionBanner, FolderBanner, HaltedBanner } from './banners.tsx';
import { ConversationBeside } from './conversation-beside.tsx';
import { DockResizer, useDockShare } from './dock-resizer.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts';
import { words } from './words.ts';
import panes from './panes.module.css';
import styles from './workspace.module.css';

const Inspector = onDemand(async () => (await import('../inspector/inspector.tsx')).Inspector, <Skeleton />);
const RulePane = onDemand(async () => (await import('../rules/rule-pane.tsx')).RulePane, <Skeleton />);
const TrustPage = onDemand(async () => (await import('../projects/trust-page.tsx')).TrustPage, <Skeleton />);
const SettingsPane = onDemand(async () => (await import('../settings/settings-pane.tsx')).SettingsPane, <Skeleton />);

const SessionList = onDemand(async () => (await import('../sessions/session-list.tsx')).SessionList);

/** The window with an open project: rail, panes, inspector, queue, status bar. */
export function Workspace({ project }: { readonly project: Project }) {
  const sessionId = useWindow((state) => state.sessionId);
  const callId = useWindow((state) => state.selectedCallId);
  const sessionTitle = useSession(sessionId ?? '', (view) => view.title) ?? '';
  useWindowTitle(sessionTitle === '' ? project.name : `${sessionTitle} · ${project.name}`);
  const trustLater = useWindow((state) => state.trustLater);
  const asksTrust = !project.trusted && !trustLater && project.untrustedItems.length > 0;
  const sessionList = useWindow((state) => state.sessionList);
  const narrow = useMediaQuery(NARROW);
  const pane = useWindow((state) => state.pane);
  const stale = useWindow((state) => state.connection === 'lost');
  // Rules and settings aren't about a call: the inspector would only cover them.
  const inspector = sessionId !== null && callId !== null && !isProjectPane(pane) && (
    <ErrorBoundary key={callId} name={words.theInspector}>
      <Inspector sessionId={sessionId} callId={callId} onClose={() => selectCall(null)} />
    </ErrorBoundary>
  );
  const panelIds = inspector !== false ? ['centre', 'inspector'] : ['centre'];
  const height = useDockShare();
  const layout = useDefaultLayout({ id: 'gatehouse.frame', storage: localStorage, panelIds });
  return (
    <div className={styles.frame}>
      <TitleBar project={project} />
      <Rail />
      {sessionList && (
        <ErrorBoundary name={words.theSessions}>
          <SessionList />
        </ErrorBoundary>
      )}
      <main className={styles.main}>
        <ConnectionBanner />
        <FolderBanner project={project} sessionId={sessionId} />
        {sessionId !== null && <HaltedBanner sessionId={sessionId} />}
        <div className={styles.body} data-stale={stale}>
          <Disconnected value={stale}>
            {asksTrust && !isProjectPane(pane) ? (
              <TrustPage project={project} />
            ) : (
              <Group
                id="gatehouse.frame"
                className={styles.group}
                defaultLayout={layout.defaultLayout}
                onLayoutChanged={layout.onLayoutChanged}
              >
                <Panel id="centre" className={styles.centre} minSize={240}>
                  <div className={styles.upper}>
                    <Centre sessionId={sessionId} asksTrust={asksTrust} />
                  </div>
                  {sessionId !== null && (
                    <div className={styles.dock} style={height.style} data-compact={isProjectPane(pane)}>
                      <ErrorBoundary name={words.theQueue}>
                        <PermissionQueue sessionId={sessionId} />
                      </ErrorBoundary>
                      <DockResizer kept={height.kept} compact={isProjectPane(pane)} />
                    </div>
                  )}
                </Panel>
                {inspector !== false && !narrow && <Splitter label={words.resizeInspector} />}
                {inspector !== false && (
                  <Panel id="inspector" defaultSize={360} minSize={280} groupResizeBehavior="preserve-pixel-size">
                    <InspectorFrame sessionId={sessionId}>{inspector}</InspectorFrame>
                  </Panel>
                )}
              </Group>
            )}
          </Disconnected>
        </div>
      </main>
      <StatusBar sessionId={sessionId} />
    </div>
  );
}

function Centre({ sessionId, asksTrust }: { readonly sessionId: string | null; readonly asksTrust: boolean }) {
  const pane = useWindow((state) => state.pane);
  if (isProjectPane(pane))
    return (
      <div className={styles.aside} data-region="side" tabIndex={-1}>
        {asksTrust && <TrustNote />}
        <ErrorBoundary key={pane} name={pane === 'rules' ? words.theRules : words.theSettings}>
          {pane === 'rules' ? <RulePane /> : <SettingsPane />}
        </ErrorBoundary>
      </div>
    );
  if (sessionId === null)
    return (
      <div className={panes.panes}>
        <Skeleton lines={6} label={words.openingTheSession} />
      </div>
    );
  return <ConversationBeside sessionId={sessionId} pane={pane} />;
}

/** Titles the window after the session and the project. Keeps the count that the permission queue puts before it. */
function useWindowTitle(name: string): void {
  useEffect(() => {
    const rename = (title: string) => {
      const [count = ''] = /^\(\d+\) /.exec(document.title) ?? [];
      document.title = `${count}${title}`;
    };
    rename(`${name} · Gatehouse`);
    return () => rename('Gatehouse');
  }, [name]);
}

/**
 * Gives the inspector's panel the dock's height as `--dock`, so that it begins below the dock where it covers the panes. Set on a common
 * parent, each new height would make the browser compute the styles of the whole window.
 */
function useDockHeight(frame: RefObject<HTMLElement | null>, sessionId: string | null): void {
  useLayoutEffect(() => {
    const panel = frame.current?.closest<HTMLElement>('[data-panel]');
    const dock = panel?.parentElement?.querySelector<HTMLElement>(`.${styles.dock}`);
    if (!panel || !dock) return undefined;
    const watch = new ResizeObserver(() => panel.style.setProperty('--dock', `${dock.offsetHeight}px`));
    watch.observe(dock);
    return () => {
      watch.disconnect();
      panel.style.removeProperty('--dock');
    };
  }, [frame, sessionId]);
}

/** The inspector. Where it covers the panes completely it takes the focus, and restores it when closed. */
function InspectorFrame({ sessionId, children }: { readonly sessionId: string | null; readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useDockHeight(frame, sessionId);
  const coversPanes = useMediaQuery('(max-width: 719px)');
  useLayoutEffect(() => {
    if (!coversPanes) return undefined;
    const before = document.activeElement;
    frame.current?.focus();
    return () => {
      // After the covered panes are visible again, and only if the focus hasn't moved on.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && (document.activeElement ?? document.body) === document.body) before.focus();
      });
    };
  }, [coversPanes]);
  return (
    <div ref={frame} tabIndex={-1} className={styles.inspector}>
      {children}
    </div>
  );
}
