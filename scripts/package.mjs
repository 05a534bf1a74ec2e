// npm run package [-- electron-builder options]: builds the desktop app's packages for this system into release/ (docs/packaging.md).
import { packageBin, pinnedNode, root } from './lib/paths.mjs';
import { runInPlace } from './lib/run.mjs';
import { fail } from './lib/say.mjs';
import { setUpAndRun } from './lib/setup.mjs';
import { withSigningEnvironment } from './lib/signing-environment.mjs';

try {
  const builder = [packageBin('electron-builder', 'cli.js'), '--publish', 'never', ...process.argv.slice(2)];
  process.exitCode =
    (await setUpAndRun('list-licenses.mjs', [])) ||
    (await withSigningEnvironment(process.env, (env) => runInPlace(pinnedNode(), builder, { cwd: root, env })));
} catch (error) {
  fail(error);
}
