import '@fontsource-variable/inter/index.css';
import '../renderer/styles/tokens.css';
import { createRoot } from 'react-dom/client';
import styles from './index.module.css';
import { PANE_STORIES } from './pane-stories.ts';
import { WINDOW_STORIES } from './window-stories.ts';

const PAGES = [
  { title: 'The whole window', page: 'window.html', stories: Object.keys(WINDOW_STORIES), variants: [''] },
  {
    title: 'Timeline, terminals and questions',
    page: 'panes.html',
    stories: Object.keys(PANE_STORIES),
    variants: ['', '&theme=light', '&pane=terminals', '&call=c6'],
  },
] as const;

/** All stories, as links. */
function StoryList() {
  return (
    <main className={styles.list}>
      <h1>Stories</h1>
      {PAGES.map(({ title, page, stories, variants }) => (
        <section key={page}>
          <h2>{title}</h2>
          <ul>
            {stories.map((story) => (
              <li key={story}>
                {variants.map((variant) => (
                  <a key={variant} href={`./${page}?story=${story}${variant}`}>
                    {variant === '' ? story : variant.slice(1)}
                  </a>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<StoryList />);
