import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../renderer/styles/tokens.css';
import '../renderer/styles/base.css';
import { createRoot } from 'react-dom/client';
import { Client, installClient } from '../renderer/bridge/client.ts';
import { useWindow } from '../renderer/store/app-store.ts';
import { emptySlot } from '../renderer/store/session-slot.ts';
import { framesUntilShown, scrollFrames } from './frame-probe.ts';
import { Stage } from './pane-stage.tsx';
import { fakeHost } from './pane-host.ts';
import { storyFromAddress } from './pane-stories.ts';

// Shows the panes in every state without a host: panes.html?story=live&theme=dark. Not part of the build.
const story = storyFromAddress(new URLSearchParams(location.search));
document.documentElement.dataset['theme'] = story.theme;
const host = fakeHost(story);
installClient(new Client(host.bridge));
useWindow.setState({
  connection: story.connection,
  sessionId: 's',
  pane: story.pane,
  selectedCallId: story.selected,
  sessions: {
    s: {
      ...emptySlot(),
      status: story.status,
      error: story.error,
      view: story.view,
      progress: { c10: { text: '1,204 lines' }, a3: { text: '38 files', fraction: 0.4 } },
    },
  },
});
host.start();
// For test/bench/timeline.bench.ts.
Object.assign(globalThis, { scrollFrames, framesUntilShown });
const root = document.getElementById('root');
if (root) createRoot(root).render(<Stage floor={story.floor} />);
