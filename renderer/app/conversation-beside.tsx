import { useEffect, useLayoutEffect, useRef } from 'react';
import { Group, Panel, useDefaultLayout, useGroupRef } from 'react-resizable-panels';
import { Conversation } from '../conversation/conversation.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Splitter } from '../ui/splitter.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { words } from './words.ts';
import styles from './workspace.module.css';

const TerminalPane = onDemand(async () => (await import('../terminals/terminal-pane.tsx')).TerminalPane, <Skeleton />);
const ChangesPane = onDemand(async () => (await import('../changes/changes-pane.tsx')).ChangesPane, <Skeleton />);

type SidePane = 'timeline' | 'terminals' | 'changes';

/** The conversation next to a pane of the session; stacked when zoomed in far or in a narrow window. */
export function ConversationBeside({ sessionId, pane }: { readonly sessionId: string; readonly pane: SidePane }) {
  const slim = useMediaQuery('(max-width: 719px)');
  const layout = useDefaultLayout({
    id: slim ? 'gatehouse.panes.stacked' : 'gatehouse.panes',
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  const conversation = slim ? 58 : 42;
  const group = useGroupRef();
  const shape = useRef(slim);
  // Changes the direction without remounting, so the panes keep their drafts and scroll positions.
  useLayoutEffect(() => {
    if (shape.current === slim) return;
    shape.current = slim;
    group.current?.setLayout(layout.defaultLayout ?? { conversation, side: 100 - conversation });
  });
  // In a low window with stacked panes, the chosen pane may be out of view.
  const shown = useRef(pane);
  useEffect(() => {
    if (shown.current === pane) return;
    shown.current = pane;
    document.querySelector('[data-region="side"]')?.scrollIntoView({ block: 'nearest' });
  }, [pane]);
  return (
    <Group
      id="gatehouse.panes"
      groupRef={group}
      orientation={slim ? 'vertical' : 'horizontal'}
      className={styles.panes}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="conversation" className={styles.pane} defaultSize={`${conversation}%`} minSize={slim ? 120 : 280}>
        <ErrorBoundary key={sessionId} name={words.theConversation}>
          <Conversation sessionId={sessionId} />
        </ErrorBoundary>
      </Panel>
      <Splitter label={words.resizeConversation} />
      <Panel id="side" className={styles.pane} minSize={slim ? 60 : 300}>
        <div className={styles.pane} data-region="side" tabIndex={-1}>
          <ErrorBoundary key={`${sessionId} ${pane}`} name={words.sides[pane]}>
            <Side sessionId={sessionId} pane={pane} />
          </ErrorBoundary>
        </div>
      </Panel>
    </Group>
  );
}

function Side({ sessionId, pane }: { readonly sessionId: string; readonly pane: SidePane }) {
  if (pane === 'changes') return <ChangesPane sessionId={sessionId} />;
  return pane === 'timeline' ? <Timeline sessionId={sessionId} /> : <TerminalPane sessionId={sessionId} />;
}
