import type { Page, WebSocketRoute } from 'playwright/test';

/** The connection between a page and its host, to be cut and mended. Before the page is opened. */
export async function holdLine(page: Page): Promise<{ cut: () => Promise<void>; mend: () => void }> {
  let whole = true;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/./, async (socket) => {
    if (!whole) return socket.close();
    socket.connectToServer();
    open.add(socket);
  });
  return {
    cut: async () => {
      whole = false;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
    mend: () => void (whole = true),
  };
}
