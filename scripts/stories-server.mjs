// Vite's development server for stories/. Runs on the pinned Node.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { root } from './lib/paths.mjs';
import { fail } from './lib/say.mjs';

try {
  const { port } = parseArgs({ options: { port: { type: 'string', default: '5174' } } }).values;
  const vite = await createServer({
    configFile: path.join(root, 'vite.stories.config.ts'),
    server: { host: '127.0.0.1', port: Number(port), strictPort: false },
  });
  await vite.listen();
  process.stdout.write(`http://127.0.0.1:${vite.httpServer.address().port}/\n`);
} catch (error) {
  fail(error);
}
