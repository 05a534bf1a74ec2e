// npm run -s gatehouse -- serve|run|explain|audit …: sets up quietly, then runs the command line.
import path from 'node:path';
import { callerDir, outDir, pinnedNode } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';
import { fail } from './lib/say.mjs';
import { setUp } from './lib/setup.mjs';

const args = process.argv.slice(2);

try {
  await setUp({ targets: args[0] === 'serve' ? ['main', 'renderer'] : ['main'], quiet: true });
  process.exitCode = await runInPlace(pinnedNode(), [path.join(outDir, 'cli/gatehouse.js'), ...args], { cwd: callerDir() });
} catch (error) {
  fail(error);
}
