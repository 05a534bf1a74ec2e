import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { foldersAbove } from './folders-above.ts';

const MAX_SETTINGS_BYTES = 64 * 1024;

/** Settings for installing packages and choosing versions, in npm and in pnpm, which reads the same file. */
const TAME_KEYS =
  'engine-strict|save-exact|save-prefix|save-dev|legacy-peer-deps|strict-peer-deps|strict-peer-dependencies|auto-install-peers|package-lock|' +
  'lockfile-version|fund|audit|audit-level|ignore-scripts|progress|install-links|prefer-offline|node-linker|shamefully-hoist|hoist|' +
  'link-workspace-packages|prefer-workspace-packages|resolution-mode|provenance|access|update-notifier|side-effects-cache';
const TAME_LINE = new RegExp(String.raw`^\s*(?:[#;].*|(?:${TAME_KEYS})\s*=\s*["']?[\w.^~*-]*["']?)?\s*$`, 'u');

/**
 * Whether a project's `.npmrc` gives even read-only npm commands side effects: where npm writes logs and how many old ones it deletes,
 * which server it asks for updates, and which environment variables are put in the address (npm manual, “config”).
 */
export function npmObeysProject(dir: string, projectDir: string): boolean {
  return foldersAbove(dir, projectDir).some((folder) => {
    const read = readBounded(path.join(folder, '.npmrc'), MAX_SETTINGS_BYTES);
    if (read.kind === 'missing') return false;
    return read.kind === 'unreadable' || !read.text.split(/\r\n|\r|\n/u).every((line) => TAME_LINE.test(line));
  });
}
