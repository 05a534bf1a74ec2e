import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../renderer/styles/tokens.css';
import '../renderer/styles/base.css';
import '../renderer/styles/touch.css';
import { createRoot } from 'react-dom/client';
import { Client, installClient } from '../renderer/bridge/client.ts';
import { useWindow } from '../renderer/store/app-store.ts';
import { followPushes, followSession } from '../renderer/store/session-sync.ts';
import { framesUntilShown, scrollFrames } from './frame-probe.ts';
import { SESSION_ID } from './host/fake-host.ts';
import { storyHost } from './host/story-host.ts';
import { PANE_STORIES } from './pane-stories.ts';
import { Stage } from './pane-stage.tsx';
import { chosenStory } from './chosen-story.ts';

// panes.html?story=live&theme=light&pane=terminals&call=c6&count=1000
const address = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = address.get('theme') === 'light' ? 'light' : 'dark';
const story = chosenStory(PANE_STORIES, 'live')(Date.now(), Number(address.get('count') ?? 10_000));

const check = import.meta.env.DEV ? (await import('../renderer/bridge/contract-check.ts')).contractCheck : undefined;
const client = new Client(storyHost(story), check);
installClient(client);
followPushes(client);
useWindow.setState({
  sessionId: SESSION_ID,
  pane: address.get('pane') === 'terminals' ? 'terminals' : 'timeline',
  selectedCallId: address.get('call'),
});
void followSession(SESSION_ID, story.view.projectDir);

// For test/bench/timeline.bench.ts.
Object.assign(globalThis, { scrollFrames, framesUntilShown });
const root = document.getElementById('root');
if (root) createRoot(root).render(<Stage floor={story.floor} />);
