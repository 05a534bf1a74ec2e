import { SESSION_ID, type Handlers } from './fake-host.ts';
import type { Story } from './story.ts';

const FOLDERS = ['atlas', 'billing-service', 'dotfiles', 'notes', 'tide-table'];

/** The app and its one project. */
export function projectHandlers({ app, project }: Story): Handlers {
  const trusted = { ...project, trusted: true, untrustedItems: [] };
  return {
    'app.state': () => app,
    'app.setAccess': () => ({ ...app.access, ready: true, source: 'entered' }),
    'project.pick': () => ({ path: null, unsupported: true }),
    'project.browse': () => ({
      path: '/home/ada/code',
      parent: '/home/ada',
      folders: FOLDERS.map((name) => ({ name, path: `/home/ada/code/${name}`, isGit: name !== 'notes' })),
    }),
    'project.locate': () => ({ candidates: [] }),
    'project.open': () => trusted,
    'project.trust': () => trusted,
    'project.revokeTrust': () => ({ ...project, trusted: false }),
    'demo.start': () => ({ project, sessionId: SESSION_ID }),
    'window.shows': () => ({}),
    'window.waits': () => ({ shown: false }),
  };
}
