import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/{unit,conformance,fuzz}/**/*.test.{ts,tsx}'],
    // A process each: node-pty isn't safe in worker threads.
    pool: 'forks',
    // Generous, because a loaded machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
