import { expect, type Page, type WebSocketRoute } from 'playwright/test';
import { z } from 'zod';
import { requestMessageSchema } from '#shared/contract/message.ts';

const fromHost = z.looseObject({ id: z.number().optional() });
/** A WebSocket message or a batch of them. Pushes have no ID. */
const answersSchema = z.union([z.array(fromHost), fromHost.transform((message) => [message])]);

/** The connection between a page and its host, which can be cut and restored. Call before the page opens. */
export async function controlConnection(page: Page): Promise<{ cut: () => Promise<void>; restore: () => void }> {
  let connected = true;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/./, async (socket) => {
    if (!connected) return socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  return {
    cut: async () => {
      connected = false;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    restore: () => void (connected = true),
  };
}

/** Holds back a command's requests to the host. Call before the page opens. */
export async function holdCommand(page: Page, command: string): Promise<{ hold: () => Promise<void>; release: () => void }> {
  let holding = false;
  const unanswered = new Set<number>();
  const pending: (() => void)[] = [];
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      const request = requestMessageSchema.parse(JSON.parse(data.toString()));
      const send = (): void => {
        if (request.command === command) unanswered.add(request.id);
        server.send(data);
      };
      if (holding && request.command === command) pending.push(send);
      else send();
    });
    server.onMessage((data) => {
      for (const { id } of answersSchema.parse(JSON.parse(data.toString()))) if (id !== undefined) unanswered.delete(id);
      socket.send(data);
    });
  });
  return {
    /** Resolves when the requests sent so far are answered. */
    hold: async () => {
      holding = true;
      await expect.poll(() => unanswered.size).toBe(0);
    },
    release: () => {
      holding = false;
      for (const send of pending.splice(0)) send();
    },
  };
}
