import path from 'node:path';
import { packageBin, pinnedNode, root } from './paths.mjs';
import { runQuietly } from './run.mjs';

const node = (packageName, file, ...args) => ({ file: pinnedNode(), args: [packageBin(packageName, file), ...args] });
const tsc = (project) => node('typescript', 'bin/tsc', '-p', project, '--pretty', 'false');

/** The checks that need no test runner, in display order. A check passes when all its programs exit with 0. */
export const CHECKS = [
  { name: 'types', programs: ['tsconfig.shared.json', 'tsconfig.node.json', 'tsconfig.web.json', 'tsconfig.web-test.json'].map(tsc) },
  { name: 'lint', programs: [node('oxlint', 'bin/oxlint', '--type-aware', '--deny-warnings', '--format=unix')] },
  { name: 'format', programs: [node('oxfmt', 'bin/oxfmt', '--check')] },
  { name: 'layers', programs: [{ file: pinnedNode(), args: [path.join(root, 'scripts/check-layers.mjs')] }] },
];

/** @returns {Promise<{passed: boolean, output: string}>} */
export async function runCheck({ programs }) {
  const results = [];
  for (const { file, args } of programs) results.push(await runQuietly(file, args, { cwd: root }));
  return {
    passed: results.every(({ code }) => code === 0),
    output: results
      .map(({ output }) => output.trim())
      .filter(Boolean)
      .join('\n'),
  };
}
