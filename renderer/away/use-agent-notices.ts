import { useEffect } from 'react';
import type { PushPayload } from '#shared/contract/pushes.ts';
import { call, client } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useAwaySettings } from './use-away.ts';
import { words } from './words.ts';

/** Shows notifications that the agent of this window's project sends while the window isn't focused. */
export function useAgentNotices(): void {
  useEffect(
    () =>
      client().on('agent.notice', (notice) => {
        // Without the engine there is nobody to tell.
        respond(notice).catch(() => undefined);
      }),
    [],
  );
}

async function respond({ noticeId, projectDir, text }: PushPayload<'agent.notice'>): Promise<void> {
  const { project, app } = useWindow.getState();
  if (project?.projectDir !== projectDir) return;
  if (document.hasFocus()) {
    await call('notice.answer', { noticeId, outcome: 'user_present' });
    return;
  }
  const inBrowser = app?.host !== 'electron';
  const { notify } = useAwaySettings.getState();
  // As for requests: the desktop notifies by default; in a browser the user must have enabled it.
  if (inBrowser ? notify !== true || !isGranted() : notify === false) return;
  const { taken } = await call('notice.take', { noticeId });
  if (!taken) return;
  const title = words.agentSays(project.name.slice(0, 80));
  const shown = inBrowser ? showInBrowser(title, text) : (await call('window.notify', { title, body: text })).shown;
  await call('notice.answer', { noticeId, outcome: shown ? 'shown' : 'no_transport' });
}

function isGranted(): boolean {
  return typeof Notification !== 'undefined' && Notification.permission === 'granted';
}

function showInBrowser(title: string, body: string): boolean {
  try {
    const notification = new Notification(title, { body, tag: 'gatehouse.agent' });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
    return true;
  } catch {
    // Some browsers know notifications of service workers only.
    return false;
  }
}
