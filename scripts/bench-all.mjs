// Runs test/bench/*.bench.ts in turn, each in a process of its own. Runs on the pinned Node.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';

const dir = path.join(root, 'test/bench');
// What begins like a file's path is handed on to the benchmarks.
const isFile = (word) => word.includes('/') || word.includes('.');
const wanted = process.argv.slice(2).filter((word) => !isFile(word));
const handedOn = process.argv.slice(2).filter(isFile);
const files = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.bench.ts')) : [];
for (const name of files.sort().filter((file) => wanted.length === 0 || wanted.some((word) => file.startsWith(word)))) {
  const code = await runInPlace(pinnedNode(), [path.join(dir, name), ...handedOn], { cwd: root });
  if (code !== 0) process.exitCode = code;
}
