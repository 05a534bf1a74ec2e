// Runs test/gallery in a browser. Runs on the pinned Node.
import { ensureChromium } from './lib/chromium.mjs';
import { packageBin, pinnedNode, root } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';

const env = { ...process.env, GATEHOUSE_CHROMIUM: await ensureChromium() };
const words = [
  packageBin('playwright', 'cli.js'),
  'test',
  '--config=playwright.gallery.config.ts',
  '--reporter=list',
  ...process.argv.slice(2),
];
process.exitCode = await runInPlace(pinnedNode(), words, { cwd: root, env });
