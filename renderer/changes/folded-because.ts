import type { ChangedFile } from '#shared/contract/changes.ts';

/** More changed lines are shown on demand. */
const MAX_LINES = 200;

const GENERATED_NAMES: ReadonlySet<string> = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'go.sum',
  'bun.lockb',
  'packages.lock.json',
]);

/** By its end: lock files, minified and compiled code, source maps, snapshots. */
const GENERATED_END = /\.(?:lock|map|snap|min\.(?:js|css|mjs)|pb\.go|g\.dart|generated\.\w+)$|_pb2(?:_grpc)?\.pyi?$/u;
const GENERATED_FOLDER = /(?:^|\/)(?:dist|node_modules|__snapshots__|\.next)\//u;

/** Why a file’s diff stays folded until it is asked for. */
export type FoldedBecause = 'generated' | 'long';

export function foldedBecause({ path, added, removed }: Pick<ChangedFile, 'path' | 'added' | 'removed'>): FoldedBecause | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (GENERATED_NAMES.has(name) || GENERATED_END.test(name) || GENERATED_FOLDER.test(path)) return 'generated';
  return (added ?? 0) + (removed ?? 0) > MAX_LINES ? 'long' : undefined;
}
