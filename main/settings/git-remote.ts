import { join } from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { GitFolder } from './git-folder.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/** The remote that a branch is pushed to: `origin`, else the first; `null` if the repository has none. Read from its configuration only. */
export function pushRemote(git: GitFolder): string | null {
  const config = readBounded(join(git.commonDir, 'config'), MAX_CONFIG_BYTES);
  // Unsure: git itself says what is missing.
  if (config.kind !== 'text') return config.kind === 'missing' ? null : ORIGIN;
  const names = [...config.text.matchAll(/^\s*\[remote "([A-Za-z0-9][\w./-]{0,99})"\]/gmu)].flatMap(([, name]) => name ?? []);
  const mayBeElsewhere = /^\s*\[include(?:if)?\b/imu.test(config.text);
  if (names.includes(ORIGIN) || (names.length === 0 && mayBeElsewhere)) return ORIGIN;
  return names[0] ?? null;
}

const ORIGIN = 'origin';
