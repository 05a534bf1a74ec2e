import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens on the loopback interface, on a free port unless one is given. */
export async function listen(server: Server, port = 0): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

/** The address of a listening server: `http://127.0.0.1:1234`. */
export function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server doesn’t listen on a port.');
  return `http://127.0.0.1:${address.port}`;
}

/** Closes the server and all its connections. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
