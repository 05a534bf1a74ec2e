import { storyHost } from './host/story-host.ts';
import { chosenStory } from './chosen-story.ts';
import { WINDOW_STORIES } from './window-stories.ts';

Object.defineProperty(window, 'gatehouse', { value: storyHost(chosenStory(WINDOW_STORIES, 'busy')()) });
await import('../renderer/main.tsx');
