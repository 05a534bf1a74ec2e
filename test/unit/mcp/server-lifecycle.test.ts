import { expect, it } from 'vitest';
import type { McpConnection } from '#main/mcp/connection/connection.ts';
import { McpServer } from '#main/mcp/servers/mcp-server.ts';
import type { ConnectionListener } from '#main/mcp/servers/server-state.ts';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

/** A connection whose `listTools` the test defines. */
function connection(listTools: McpConnection['listTools'], close = () => Promise.resolve()): McpConnection {
  const nothing = () => Promise.resolve([]);
  return {
    protocolVersion: '1',
    offers: { tools: true, resources: false, prompts: false },
    instructions: '',
    listTools,
    callTool: () => Promise.resolve({ content: [], structuredContent: undefined, isError: false, meta: undefined }),
    listResources: nothing,
    readResource: nothing,
    listPrompts: nothing,
    getPrompt: nothing,
    rootsChanged: () => undefined,
    close,
  };
}

interface Life {
  readonly connect: (listener: ConnectionListener) => McpConnection;
  readonly onListed?: () => void;
}

function serverWith({ connect, onListed }: Life): McpServer {
  return new McpServer({
    name: 's',
    key: 'k',
    isRemote: false,
    callMs: 1000,
    idleMs: 1000,
    connect: (listener) => Promise.resolve(connect(listener)),
    onChange: () => undefined,
    onListed: () => Promise.resolve(onListed?.()),
  });
}

it('lists again when the list changes while the first one is being accepted', async () => {
  let tools = ['old'];
  let received: ConnectionListener | undefined;
  const server = serverWith({
    connect: (listener) => {
      received = listener;
      return connection(() => Promise.resolve(tools.map(tool)));
    },
    onListed: () => {
      if (tools[0] === 'new') return;
      tools = ['new'];
      received?.onToolsChanged();
    },
  });
  server.start();
  await server.settled();
  expect(server.tools.map(({ rawName }) => rawName)).toEqual(['new']);
});

it('a late answer of an earlier connection doesn’t replace the current list', async () => {
  const late = Promise.withResolvers<unknown[]>();
  const listeners: ConnectionListener[] = [];
  const server = serverWith({
    connect: (listener) => {
      listeners.push(listener);
      const isFirst = listeners.length === 1;
      let asked = 0;
      return connection(() => {
        asked += 1;
        return isFirst && asked > 1 ? late.promise : Promise.resolve([tool(isFirst ? 'first' : 'second')]);
      });
    },
  });
  server.start();
  await server.settled();
  listeners[0]?.onToolsChanged();
  listeners[0]?.onLost('it ended');
  await server.call('second', {}, { signal: new AbortController().signal, onProgress: () => undefined });
  late.resolve([tool('stale')]);
  await server.settled();
  expect(server.tools.map(({ rawName }) => rawName)).toEqual(['second']);
  expect(server.problems).toEqual([]);
});

/** A server whose connections close when allowed; `open` counts open ones. */
function slowToClose() {
  const mayClose = Promise.withResolvers<void>();
  let made = 0;
  let closed = 0;
  const server = serverWith({
    connect: () => {
      made += 1;
      let isClosed = false;
      const close = async (): Promise<void> => {
        await mayClose.promise;
        closed += isClosed ? 0 : 1;
        isClosed = true;
      };
      return connection(() => Promise.resolve([]), close);
    },
  });
  return { server, letClose: () => mayClose.resolve(), made: () => made, open: () => made - closed };
}

it('restarted twice or used meanwhile, has one connection, and none after stopping', async () => {
  const { server, letClose, open } = slowToClose();
  server.start();
  await server.settled();
  const restarts = [server.restart(), server.restart()];
  const used = server.call('t', {}, { signal: new AbortController().signal, onProgress: () => undefined });
  letClose();
  await Promise.all([...restarts, used]);
  expect(server.state.kind).toBe('connected');
  expect(open()).toBe(1);
  await server.stop();
  expect(open()).toBe(0);
});

it('a stop during a restart leaves it stopped', async () => {
  const { server, letClose, made, open } = slowToClose();
  server.start();
  await server.settled();
  const restart = server.restart();
  const stop = server.stop();
  letClose();
  await Promise.all([restart, stop]);
  expect(server.state.kind).toBe('stopped');
  expect(made()).toBe(1);
  expect(open()).toBe(0);
});
