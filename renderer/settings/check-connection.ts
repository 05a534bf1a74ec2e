import type { ListFailure } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { modelsInstead } from '../projects/use-model-check.ts';
import { useWindow } from '../store/app-store.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

export type ConnectionCheck =
  | { readonly type: 'connected'; readonly models: readonly string[] }
  | { readonly type: 'failed'; readonly why: string; readonly cause: ListFailure };

/** Asks the server for its models, which shows whether it can be reached with this key. */
export async function checkConnection(): Promise<ConnectionCheck> {
  try {
    const models = await call('models.list', {});
    return models.type === 'listed' ? { type: 'connected', models: models.models } : models;
  } catch (cause) {
    return { type: 'failed', why: errorMessage(cause), cause: 'other' };
  }
}

/** Whether requests of a session would fail too: not every server has a list of models. */
export function failsRequests(check: ConnectionCheck): check is Extract<ConnectionCheck, { type: 'failed' }> {
  return check.type === 'failed' && check.cause !== 'other';
}

/** Says how the check went, unless the first steps do. */
export function reportConnection(check: ConnectionCheck): void {
  const { app, project } = useWindow.getState();
  if (app?.preferences.introduced === false && !project) return;
  if (check.type === 'connected') {
    const lacksModel = app !== null && modelsInstead(check, app.access).length > 0;
    showToast({
      title: words.connected(check.models.length),
      ...(lacksModel && { detail: words.modelNotListed(app.access.model) }),
      kind: 'connection',
    });
  } else showToast({ title: words.notConnected, detail: check.why, kind: 'connection' });
}
