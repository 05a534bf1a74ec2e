// npm run docs: writes the generated pages docs/tools.md and docs/compatibility.md again.
import { packageBin, pinnedNode, root } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';
import { fail } from './lib/say.mjs';
import { setUp } from './lib/setup.mjs';

const PAGES = ['tools', 'compatibility'].map((page) => `test/unit/docs/${page}-doc.test.ts`);

try {
  await setUp({ targets: [] });
  process.exitCode = await runInPlace(pinnedNode(), [packageBin('vitest', 'vitest.mjs'), 'run', ...PAGES, '-u'], { cwd: root });
} catch (error) {
  fail(error);
}
