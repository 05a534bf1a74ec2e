import { useEffect, useLayoutEffect, useRef } from 'react';
import { Group, Panel, useDefaultLayout, useGroupRef } from 'react-resizable-panels';
import { writeMessage } from '../conversation/composer/message-box.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { useWindow } from '../store/app-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { ONE_PANE, useMediaQuery } from '../ui/use-media-query.ts';
import { useChangesAhead } from './use-changes-ahead.ts';
import { words } from './words.ts';
import styles from './panes.module.css';

const TerminalPane = onDemand(async () => (await import('../terminals/terminal-pane.tsx')).TerminalPane, <Skeleton />);
const ChangesPane = onDemand(async () => (await import('../changes/changes-pane.tsx')).ChangesPane, <Skeleton />);
const TasksPane = onDemand(async () => (await import('../tasks/tasks-pane.tsx')).TasksPane, <Skeleton />);

type SidePane = 'timeline' | 'terminals' | 'changes' | 'tasks';

/** The conversation next to a pane of the session; stacked when zoomed in far or in a narrow window; one of the two on a phone. */
export function ConversationBeside({ sessionId, pane }: { readonly sessionId: string; readonly pane: SidePane }) {
  const isNarrow = useMediaQuery('(max-width: 719px)');
  // Beside the session list and the inspector, what is left is the timeline's only after the conversation can be read.
  const isWide = useMediaQuery('(min-width: 1400px)');
  useChangesAhead(sessionId, ChangesPane.preload);
  const onePane = useMediaQuery(ONE_PANE);
  const front = useWindow((state) => state.front);
  const alone = useWindow((state) => state.sideClosed) && !onePane;
  const layout = useDefaultLayout({
    id: isNarrow ? 'gatehouse.panes.stacked' : 'gatehouse.panes',
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  const conversation = isNarrow ? 58 : 42;
  const group = useGroupRef();
  const wasNarrow = useRef(isNarrow);
  // Changes the direction without remounting, so the panes keep their drafts and scroll positions.
  useLayoutEffect(() => {
    if (wasNarrow.current === isNarrow) return;
    wasNarrow.current = isNarrow;
    group.current?.setLayout(layout.defaultLayout ?? { conversation, side: 100 - conversation });
  });
  // In a low window with stacked panes, the chosen pane may be out of view.
  const shown = useRef(pane);
  useEffect(() => {
    if (shown.current === pane || onePane) return;
    shown.current = pane;
    document.querySelector('[data-region="side"]')?.scrollIntoView({ block: 'nearest' });
  }, [pane, onePane]);
  return (
    <Group
      id="gatehouse.panes"
      groupRef={group}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      className={styles.panes}
      data-front={onePane ? front : undefined}
      defaultLayout={alone ? undefined : layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="conversation" className={styles.pane} defaultSize={`${conversation}%`} minSize={isNarrow ? 120 : isWide ? 360 : 280}>
        <ErrorBoundary key={sessionId} name={words.theConversation}>
          <Conversation sessionId={sessionId} />
        </ErrorBoundary>
      </Panel>
      {!alone && (
        <>
          <Splitter label={words.resizeConversation} />
          <Panel id="side" className={styles.pane} minSize={isNarrow ? 60 : 300}>
            <div className={styles.pane} data-region="side" tabIndex={-1}>
              <ErrorBoundary key={`${sessionId} ${pane}`} name={words.sides[pane]}>
                <SidePaneContent sessionId={sessionId} pane={pane} />
              </ErrorBoundary>
            </div>
          </Panel>
        </>
      )}
    </Group>
  );
}

function SidePaneContent({ sessionId, pane }: { readonly sessionId: string; readonly pane: SidePane }) {
  if (pane === 'changes') return <ChangesPane sessionId={sessionId} />;
  if (pane === 'tasks') return <TasksPane sessionId={sessionId} />;
  return pane === 'timeline' ? <Timeline sessionId={sessionId} /> : <TerminalPane sessionId={sessionId} onLeave={writeMessage} />;
}
