import type { MessagesServer } from '../../support/messages-server.ts';

export const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
export const json = ['--output-format', 'stream-json'];

export const hook = (command: string, more: Readonly<Record<string, unknown>> = {}) => ({ type: 'command', command, ...more });
export const hooks = (events: Readonly<Record<string, readonly object[]>>): string =>
  JSON.stringify({
    hooks: Object.fromEntries(Object.entries(events).map(([event, handlers]) => [event, [{ hooks: handlers }]])),
  });
export const answers = (event: string, fields: object): string =>
  `cat >/dev/null; echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } })}'`;

export const sent = (server: MessagesServer, index: number): string => JSON.stringify(server.requests[index]?.body.messages);
