// Runs test/bench/*.bench.ts one by one, each in its own process. Runs on the pinned Node.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';

const dir = path.join(root, 'test/bench');
// Arguments that look like file paths are passed to the benchmarks.
const isFile = (word) => word.includes('/') || word.includes('.');
const wanted = process.argv.slice(2).filter((word) => !isFile(word));
const handedOn = process.argv.slice(2).filter(isFile);
const files = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.bench.ts')) : [];
for (const name of files.sort().filter((file) => wanted.length === 0 || wanted.some((word) => file.startsWith(word)))) {
  const code = await runInPlace(pinnedNode(), [path.join(dir, name), ...handedOn], { cwd: root });
  if (code !== 0) process.exitCode = code;
}
