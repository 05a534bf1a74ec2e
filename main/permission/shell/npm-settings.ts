import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { foldersAbove } from './folders-above.ts';

const MAX_SETTINGS_BYTES = 64 * 1024;

/** How packages are installed and versions chosen, to npm and to pnpm, which reads the same file. */
const TAME_KEYS =
  'engine-strict|save-exact|save-prefix|save-dev|legacy-peer-deps|strict-peer-deps|strict-peer-dependencies|auto-install-peers|package-lock|' +
  'lockfile-version|fund|audit|audit-level|ignore-scripts|progress|install-links|prefer-offline|node-linker|shamefully-hoist|hoist|' +
  'link-workspace-packages|prefer-workspace-packages|resolution-mode|provenance|access|update-notifier|side-effects-cache';
const TAME_LINE = new RegExp(String.raw`^\s*(?:[#;].*|(?:${TAME_KEYS})\s*=\s*["']?[\w.^~*-]*["']?)?\s*$`, 'u');

/**
 * Whether a project's `.npmrc` has npm do more than it was asked for, even when it only lists: where it writes its logs and how many old ones
 * it deletes, which server it asks for a newer version, with what of the environment in the address (npm manual, “config”).
 */
export function npmObeysProject(dir: string, projectDir: string): boolean {
  return foldersAbove(dir, projectDir).some((folder) => {
    const read = readBounded(path.join(folder, '.npmrc'), MAX_SETTINGS_BYTES);
    if (read.kind === 'missing') return false;
    return read.kind === 'unreadable' || !read.text.split(/\r\n|\r|\n/u).every((line) => TAME_LINE.test(line));
  });
}
