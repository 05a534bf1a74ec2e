// Checks the table of allowed imports (docs/architecture.md). Runs on the pinned Node.
import { checkTree } from './lib/layers.mjs';
import { root } from './lib/paths.mjs';

const problems = checkTree(root);
for (const { file, line, message } of problems) process.stdout.write(`${file}:${line}: ${message}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
