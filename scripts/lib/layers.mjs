import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const SERVICES = ['audit', 'checkpoints', 'mcp', 'model', 'terminal', 'session', 'settings', 'telemetry'].map((name) => `main/${name}`);
const BELOW_EXECUTOR = ['main/hooks', 'main/permission', 'main/tool', 'shared'];

/**
 * Which room may import what. `rooms`: other rooms; `types`: rooms whose types it may name; `packages`: what may come from
 * node_modules (all, if absent); `node`: Node's own modules. The first entry whose `room` holds the file counts.
 */
export const RULES = [
  { room: 'shared', rooms: [], packages: ['zod'], node: false },
  { room: 'renderer', rooms: ['shared'], packagesNot: ['electron', 'ws', 'node-pty', '@anthropic-ai/sdk'], node: false },
  // Pages that show parts of the window with invented data. Nothing imports them.
  { room: 'stories', rooms: ['renderer', 'shared'], packagesNot: ['electron', 'ws', 'node-pty', '@anthropic-ai/sdk'], node: false },
  { room: 'preload', rooms: ['shared'], packages: ['electron'], node: false },
  { room: 'main/tool', rooms: ['shared'], types: ['main/permission'] },
  { room: 'main/tools', rooms: ['shared', 'main/tool'], types: ['main/permission'] },
  { room: 'main/permission', rooms: ['shared', 'main/tool'] },
  // Hooks are processes: started, marked and ended the way terminals do it.
  { room: 'main/hooks', rooms: ['shared', 'main/tool', 'main/terminal/process-group.ts', 'main/terminal/shell-launch.ts'] },
  ...SERVICES.map((room) => ({ room, rooms: ['shared', 'main/tool'], types: ['main/permission'] })),
  // Decides the recorded past again.
  { room: 'main/backtest', rooms: ['shared', 'main/permission', 'main/session'] },
  { room: 'main/executor', rooms: BELOW_EXECUTOR, types: SERVICES },
  { room: 'main/agent', rooms: ['main/executor', ...BELOW_EXECUTOR, ...SERVICES] },
  {
    room: 'main/engine',
    rooms: ['main/agent', 'main/backtest', 'main/executor', 'main/tools', ...BELOW_EXECUTOR, ...SERVICES],
    types: ['main/host/engine-port.ts'],
  },
  { room: 'main/host/electron', rooms: ['main/host', 'main/engine', 'shared'], electron: true },
  // What it sends is made in the engine's thread too, a few milliseconds at a time.
  { room: 'main/host', rooms: ['main/engine', 'main/tool/in-slices.ts', 'shared'] },
  // The entries put the pieces together.
  { room: 'main/index.ts', rooms: ['main', 'shared'], electron: true },
  { room: 'main/cli', rooms: ['main', 'shared'] },
  // Where the app's own files lie: a leaf that any room of main may use.
  { room: 'main/app-root.ts', rooms: [] },
  // How the network is reached: another.
  { room: 'main/net', rooms: [] },
];

const LEAVES = ['main/app-root.ts', 'main/net'];

/** @returns {{file: string, line: number, message: string}[]} every import that goes up or sideways, or reaches what its room must not know. */
export function checkFile(file, source) {
  const rule = RULES.find(({ room }) => isIn(file, room));
  if (!rule) return [{ file, line: 1, message: 'no room: add this folder to the table in scripts/lib/layers.mjs' }];
  return importsOf(file, source).flatMap(({ specifier, typeOnly, offset }) => {
    const message = objection(rule, file, specifier, typeOnly);
    return message ? [{ file, line: source.slice(0, offset).split('\n').length, message: `${message} (${specifier})` }] : [];
  });
}

function objection(rule, file, specifier, typeOnly) {
  const target = resolveSpecifier(file, specifier);
  if (target !== undefined) {
    if (LEAVES.some((leaf) => isIn(target, leaf))) return undefined;
    if ([rule.room, ...rule.rooms].some((room) => isIn(target, room)) && isVisible(target, rule)) return undefined;
    if (typeOnly && (rule.types ?? []).some((room) => isIn(target, room))) return undefined;
    return `${rule.room} must not import this room`;
  }
  if (specifier.startsWith('node:')) return rule.node === false ? `${rule.room} must not use Node` : undefined;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (name === 'electron')
    return rule.electron || rule.packages?.includes('electron')
      ? undefined
      : 'only main/host/electron, main/index.ts and preload may import electron';
  if (rule.packages && !rule.packages.includes(name)) return `${rule.room} may only use ${rule.packages.join(', ')}`;
  return rule.packagesNot?.includes(name) ? `${rule.room} must not use this package` : undefined;
}

/** Nobody but the Electron entry may reach the rooms that import Electron. */
function isVisible(target, rule) {
  return rule.electron === true || !isIn(target, 'main/host/electron');
}

/** The project file an import names, by its path from the root; `undefined` for packages. */
function resolveSpecifier(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return specifier.startsWith('#') ? specifier.slice(1) : undefined;
}

/** A room is a folder, with the file of the same name beside it (`main/engine` and `main/engine.ts`). */
function isIn(file, room) {
  return file === room || file === `${room}.ts` || file.startsWith(`${room}/`);
}

function importsOf(file, source) {
  const { module, program } = parseSync(file, source);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    offset: moduleRequest.start,
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ specifier: moduleRequest.value, typeOnly: isType, offset: moduleRequest.start });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"`]([^'"`]*)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (literal) found.push({ specifier: literal[1], typeOnly: false, offset: moduleRequest.start });
  }
  // `import x = require('y')` and CommonJS `require` have no place here and no record above.
  for (const match of source.matchAll(/\brequire\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    if (!isInComment(program, match.index)) found.push({ specifier: match[1], typeOnly: false, offset: match.index });
  }
  return found;
}

function isInComment(program, offset) {
  return (program.comments ?? []).some(({ start, end }) => start <= offset && offset < end);
}

/** Checks the whole tree under `root`. */
export function checkTree(root) {
  const files = ['shared', 'renderer', 'stories', 'preload', 'main'].flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mts)$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  return files.sort().flatMap((file) => checkFile(file, readFileSync(path.join(root, file), 'utf8')));
}
