import { Group, Panel, useDefaultLayout } from 'react-resizable-panels';
import type { Project } from '#shared/contract/project.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { PermissionQueue } from '../permissions/permission-queue.tsx';
import { TrustNote } from '../projects/trust-note.tsx';
import { isAside, useWindow } from '../store/app-store.ts';
import { selectCall } from '../store/window-actions.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FolderBanner } from './folder-banner.tsx';
import { InspectorOverlay } from './inspector-overlay.tsx';
import { Rail } from './rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useMediaQuery } from './use-media-query.ts';
import { useWindowTitle } from './use-window-title.ts';
import { words } from './words.ts';
import styles from './workspace.module.css';

const Inspector = onDemand(async () => (await import('../inspector/inspector.tsx')).Inspector, <Skeleton />);
const TerminalPane = onDemand(async () => (await import('../terminals/terminal-pane.tsx')).TerminalPane, <Skeleton />);
const RulePane = onDemand(async () => (await import('../rules/rule-pane.tsx')).RulePane, <Skeleton />);
const ChangesPane = onDemand(async () => (await import('../changes/changes-pane.tsx')).ChangesPane, <Skeleton />);
const TrustPage = onDemand(async () => (await import('../projects/trust-page.tsx')).TrustPage, <Skeleton />);
const SettingsPane = onDemand(async () => (await import('../settings/settings-pane.tsx')).SettingsPane, <Skeleton />);

/** The window with a project open: rail, panes, inspector, queue, status bar. */
export function Workspace({ project }: { readonly project: Project }) {
  const sessionId = useWindow((state) => state.sessionId);
  const callId = useWindow((state) => state.selectedCallId);
  useWindowTitle(project.name);
  const trustLater = useWindow((state) => state.trustLater);
  const asksTrust = !project.trusted && !trustLater && project.untrustedItems.length > 0;
  const narrow = useMediaQuery('(max-width: 1099px)');
  const pane = useWindow((state) => state.pane);
  const stale = useWindow((state) => state.connection === 'lost');
  // Rules and settings say nothing of one call: there the inspector would only cover them.
  const inspector = sessionId !== null && callId !== null && !isAside(pane) && (
    <ErrorBoundary key={callId} name="The inspector">
      <Inspector sessionId={sessionId} callId={callId} onClose={() => selectCall(null)} />
    </ErrorBoundary>
  );
  const panelIds = inspector !== false && !narrow ? ['centre', 'inspector'] : ['centre'];
  const layout = useDefaultLayout({ id: 'gatehouse.frame', storage: localStorage, panelIds });
  return (
    <div className={styles.frame}>
      <TitleBar project={project} />
      <Rail />
      <main className={styles.main}>
        <ConnectionBanner />
        <FolderBanner project={project} sessionId={sessionId} />
        <div className={styles.body} data-stale={stale}>
          {asksTrust && !isAside(pane) ? (
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
                  {inspector !== false && narrow && <InspectorOverlay>{inspector}</InspectorOverlay>}
                </div>
                {sessionId !== null && (
                  <div className={styles.dock} data-region="permission-queue">
                    <ErrorBoundary name="The permission queue">
                      <PermissionQueue sessionId={sessionId} />
                    </ErrorBoundary>
                  </div>
                )}
              </Panel>
              {inspector !== false && !narrow && (
                <>
                  <Splitter label={words.resizeInspector} />
                  <Panel
                    id="inspector"
                    className={styles.inspector}
                    defaultSize={360}
                    minSize={280}
                    groupResizeBehavior="preserve-pixel-size"
                  >
                    {inspector}
                  </Panel>
                </>
              )}
            </Group>
          )}
        </div>
      </main>
      <StatusBar sessionId={sessionId} />
    </div>
  );
}

function Centre({ sessionId, asksTrust }: { readonly sessionId: string | null; readonly asksTrust: boolean }) {
  const pane = useWindow((state) => state.pane);
  if (isAside(pane))
    return (
      <div className={styles.aside} data-region="side">
        {asksTrust && <TrustNote />}
        <ErrorBoundary key={pane} name={pane === 'rules' ? 'The rule list' : 'The settings pane'}>
          {pane === 'rules' ? <RulePane /> : <SettingsPane />}
        </ErrorBoundary>
      </div>
    );
  if (sessionId === null)
    return (
      <div className={styles.panes}>
        <Skeleton lines={6} label={words.openingTheSession} />
      </div>
    );
  return <ConversationBeside sessionId={sessionId} pane={pane} />;
}

type SidePane = 'timeline' | 'terminals' | 'changes';

const SIDE_NAMES: Record<SidePane, string> = { timeline: 'The timeline', terminals: 'The terminal pane', changes: 'The list of changes' };

function Side({ sessionId, pane }: { readonly sessionId: string; readonly pane: SidePane }) {
  if (pane === 'changes') return <ChangesPane sessionId={sessionId} />;
  return pane === 'timeline' ? <Timeline sessionId={sessionId} /> : <TerminalPane sessionId={sessionId} />;
}

function ConversationBeside({ sessionId, pane }: { readonly sessionId: string; readonly pane: SidePane }) {
  // Zoomed in far, or in a slim window: one above the other.
  const slim = useMediaQuery('(max-width: 719px)');
  const id = slim ? 'gatehouse.panes.stacked' : 'gatehouse.panes';
  const layout = useDefaultLayout({ id, storage: localStorage });
  return (
    <Group
      key={id}
      id={id}
      orientation={slim ? 'vertical' : 'horizontal'}
      className={styles.panes}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="conversation" className={styles.pane} defaultSize={slim ? '58%' : '42%'} minSize={slim ? 120 : 280}>
        <ErrorBoundary key={sessionId} name="The conversation">
          <Conversation sessionId={sessionId} />
        </ErrorBoundary>
      </Panel>
      <Splitter label={words.resizeConversation} />
      <Panel id="side" className={styles.pane} minSize={slim ? 60 : 300}>
        <div className={styles.pane} data-region="side">
          <ErrorBoundary key={`${sessionId} ${pane}`} name={SIDE_NAMES[pane]}>
            <Side sessionId={sessionId} pane={pane} />
          </ErrorBoundary>
        </div>
      </Panel>
    </Group>
  );
}
