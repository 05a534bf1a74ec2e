import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Tests that need a process of their own: they put something in the place of a module, or use what a process has once. All others
 * share a few, where a module is loaded once and not once for each file: a third of the time.
 */
const ALONE = [
  'test/unit/{audit,engine,session}/full-disk.test.ts',
  'test/unit/checkpoints/letter-case.test.ts',
  'test/unit/host/menu.test.ts',
  'test/unit/renderer/conversation/{attach-files,send-draft}.test.ts',
  'test/unit/renderer/store/*.test.ts',
  'test/conformance/seams/window.test.ts',
];

// What tests start from sources is stripped of its types and compiled once, not by each process anew.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compile');

export default defineConfig({
  test: {
    // Processes, not threads: node-pty isn't safe in worker threads.
    pool: 'forks',
    // One more than is left beside the main process, which does little once modules are loaded.
    maxWorkers: Math.max(2, availableParallelism()),
    // Generous, because a loaded machine is slow, not wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: ['test/{unit,conformance,fuzz,soak}/**/*.test.ts'], exclude: ALONE },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
