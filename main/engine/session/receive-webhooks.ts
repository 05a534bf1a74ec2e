import type { AgentSession } from '#main/agent/session/agent-session.ts';
import type { OpenSessionOptions } from './open-session-options.ts';

/** Lets programs call the session's webhooks while the user's settings have a port for them. Returns the function that ends it. */
export function receiveWebhooks({ webhooks, project }: OpenSessionOptions, { triggers }: Pick<AgentSession, 'triggers'>): () => void {
  if (!webhooks) return () => undefined;
  const { settings } = project;
  const follow = (): void => void webhooks.listenOn(settings.current().webhookPort);
  follow();
  const stopFollowing = settings.onChange(follow);
  const stopReceiving = webhooks.receive(triggers);
  return () => {
    stopFollowing();
    stopReceiving();
  };
}
