import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { findCircles } from './import-circles.mjs';

const SERVICES = [
  'audit',
  'browser',
  'checkpoints',
  'lsp',
  'mcp',
  'model',
  'plugins',
  'script',
  'terminal',
  'session',
  'settings',
  'telemetry',
  'worktrees',
].map((name) => `main/${name}`);
const BELOW_EXECUTOR = ['main/hooks', 'main/permission', 'main/tool', 'shared'];

const NOT_IN_WINDOW = ['electron', 'ws', 'node-pty'];

/** Folders that several panes share, and which of the others each imports. */
const SHARED_BY_PANES = {
  time: [],
  calls: [],
  paths: [],
  attachments: [],
  answers: ['attachments'],
  away: [],
  code: [],
  diff: ['code', 'paths'],
  agents: ['calls', 'time'],
  'rule-field': [],
};
/** Panes and dialogs, and which others each of them contains or opens. */
const WINDOW_FOLDERS = {
  // A comment on a change goes into the message box.
  changes: ['conversation/composer/message-box.ts'],
  model: [],
  report: [],
  rules: [],
  sessions: [],
  tasks: [],
  terminals: [],
  timeline: [],
  usage: [],
  conversation: ['model', 'sessions', 'usage'],
  // After the last answer, the focus moves to the message box. Rules that an answer saves can be taken back like those of the pane.
  permissions: ['conversation/composer/message-box.ts', 'rules/saved-by-answer.ts'],
  inspector: ['conversation', 'terminals'],
  projects: ['conversation', 'sessions'],
  restore: ['conversation'],
  settings: ['projects'],
};
const WINDOW_BASE = ['ui', 'bridge', 'store'];

const windowLayer = (name, imports) => ({
  layer: `renderer/${name}`,
  imports: ['shared', ...imports.map((one) => `renderer/${one}`)],
  packagesNot: NOT_IN_WINDOW,
  node: false,
});

/** From the bottom up: ui, bridge, store, shared folders, panes, app, entry. */
const WINDOW = [
  windowLayer('ui', []),
  windowLayer('bridge', []),
  windowLayer('store', ['ui', 'bridge']),
  ...Object.entries(SHARED_BY_PANES).map(([name, shared]) => windowLayer(name, [...WINDOW_BASE, ...shared])),
  ...Object.entries(WINDOW_FOLDERS).map(([name, panes]) => windowLayer(name, [...WINDOW_BASE, ...Object.keys(SHARED_BY_PANES), ...panes])),
  windowLayer('app', [...WINDOW_BASE, ...Object.keys(SHARED_BY_PANES), ...Object.keys(WINDOW_FOLDERS)]),
  windowLayer('main.tsx', ['app', 'styles', ...WINDOW_BASE]),
];

/**
 * Which layer may import what. `imports`: other layers; `types`: layers it may import types from; `packages`: allowed packages of
 * node_modules (all, if absent); `leavesNot`: leaves it must not import; `node`: whether Node's modules are allowed. The first entry whose
 * `layer` contains the file applies.
 */
export const RULES = [
  { layer: 'shared', imports: [], packages: ['zod'], node: false },
  ...WINDOW,
  // Pages that show parts of the window with invented data. Nothing imports them.
  { layer: 'stories', imports: ['renderer', 'shared'], packagesNot: NOT_IN_WINDOW, node: false },
  { layer: 'preload', imports: ['shared'], packages: ['electron'], node: false },
  { layer: 'main/tool', imports: ['shared'], types: ['main/permission'] },
  { layer: 'main/tools', imports: ['shared', 'main/tool'], types: ['main/permission'] },
  // Decides and logs nothing: its input may contain secrets.
  { layer: 'main/permission', imports: ['shared', 'main/tool'], leavesNot: ['main/log'] },
  // Hooks start, mark and end processes like terminals.
  { layer: 'main/hooks', imports: ['shared', 'main/tool', 'main/terminal/process-group.ts', 'main/terminal/shell-launch.ts'] },
  // Installs what the settings then read.
  { layer: 'main/plugins', imports: ['shared', 'main/tool', 'main/settings'] },
  { layer: 'main/worktrees', imports: ['shared', 'main/tool', 'main/settings/git-folder.ts', 'main/settings/real-path.ts'] },
  ...SERVICES.map((layer) => ({ layer, imports: ['shared', 'main/tool'], types: ['main/permission'] })),
  // Decides past calls again.
  { layer: 'main/backtest', imports: ['shared', 'main/permission', 'main/session'] },
  // Joins the decisions in the audit log with what the sessions' logs say about the calls.
  { layer: 'main/report', imports: ['shared', 'main/audit', 'main/session'] },
  { layer: 'main/executor', imports: BELOW_EXECUTOR, types: SERVICES },
  { layer: 'main/agent', imports: ['main/executor', ...BELOW_EXECUTOR, ...SERVICES] },
  {
    layer: 'main/engine',
    imports: ['main/agent', 'main/backtest', 'main/report', 'main/executor', 'main/tools', ...BELOW_EXECUTOR, ...SERVICES],
    types: ['main/host/engine-port.ts'],
  },
  {
    layer: 'main/host/electron',
    imports: ['main/host', 'main/engine', 'main/terminal/pty', 'main/tool/is-folder.ts', 'shared'],
    electron: true,
  },
  // Passes the messages of terminals on.
  { layer: 'main/host/engine-process', imports: ['main/host', 'main/engine', 'main/terminal/pty', 'main/tool/parent-port.ts', 'shared'] },
  // Serializes messages in slices, on the engine's thread.
  { layer: 'main/host', imports: ['main/engine', 'main/tool/in-slices.ts', 'shared'] },
  // Entry points assemble the parts.
  { layer: 'main/index.ts', imports: ['main', 'shared'], electron: true },
  { layer: 'main/engine-process.ts', imports: ['main', 'shared'] },
  { layer: 'main/cli', imports: ['main', 'shared'] },
  // The location of the app's own files: a leaf that every layer of main may import.
  { layer: 'main/app-root.ts', imports: [] },
  // The chunks of the built program: another leaf.
  { layer: 'main/unused-chunks.ts', imports: [] },
  // The environment variables that are read: another leaf.
  { layer: 'main/environment.ts', imports: [] },
  // Network access: another leaf.
  { layer: 'main/net', imports: [] },
  // The diagnostic log: another leaf.
  { layer: 'main/log', imports: ['shared'] },
];

const LEAVES = ['main/app-root.ts', 'main/environment.ts', 'main/log', 'main/net', 'main/unused-chunks.ts'];

/** @returns {{file: string, line: number, message: string}[]} imports that the table does not allow. */
export function checkFile(file, source) {
  const rule = RULES.find(({ layer }) => isIn(file, layer));
  if (!rule) return [{ file, line: 1, message: 'no layer: add this folder to the table in scripts/lib/layers.mjs' }];
  return importsOf(file, source).flatMap(({ specifier, typeOnly, offset }) => {
    const message = objection(rule, file, specifier, typeOnly);
    return message ? [{ file, line: source.slice(0, offset).split('\n').length, message: `${message} (${specifier})` }] : [];
  });
}

function objection(rule, file, specifier, typeOnly) {
  const target = resolveSpecifier(file, specifier);
  if (target !== undefined) {
    if (LEAVES.some((leaf) => isIn(target, leaf) && !rule.leavesNot?.includes(leaf))) return undefined;
    if ([rule.layer, ...rule.imports].some((layer) => isIn(target, layer)) && isVisible(target, rule)) return undefined;
    if (typeOnly && (rule.types ?? []).some((layer) => isIn(target, layer))) return undefined;
    return `${rule.layer} must not import this layer`;
  }
  if (specifier.startsWith('node:')) return rule.node === false ? `${rule.layer} must not use Node` : undefined;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (name === 'electron')
    return rule.electron || rule.packages?.includes('electron')
      ? undefined
      : 'only main/host/electron, main/index.ts and preload may import electron';
  if (rule.packages && !rule.packages.includes(name)) return `${rule.layer} may only use ${rule.packages.join(', ')}`;
  return rule.packagesNot?.includes(name) ? `${rule.layer} must not use this package` : undefined;
}

/** Only the Electron entry may import the layers that import Electron. */
function isVisible(target, rule) {
  return rule.electron === true || !isIn(target, 'main/host/electron');
}

/** The project file an import names, by its path from the root; `undefined` for packages. */
function resolveSpecifier(file, specifier) {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return specifier.startsWith('#') ? specifier.slice(1) : undefined;
}

/** A layer is a folder and the file of the same name next to it (`main/engine` and `main/engine.ts`). */
function isIn(file, layer) {
  return file === layer || file === `${layer}.ts` || file.startsWith(`${layer}/`);
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
  // `import x = require('y')` and CommonJS `require` are forbidden here and not part of the module record.
  for (const match of source.matchAll(/\brequire\(\s*['"]([^'"]+)['"]\s*\)/g)) {
    if (!isInComment(program, match.index)) found.push({ specifier: match[1], typeOnly: false, offset: match.index });
  }
  return found;
}

function isInComment(program, offset) {
  return (program.comments ?? []).some(({ start, end }) => start <= offset && offset < end);
}

/** Checks the whole tree under `root`, also for import circles: there are none, not even of types. */
export function checkTree(root) {
  const files = ['shared', 'renderer', 'stories', 'preload', 'main'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mts)$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')),
  );
  const sources = new Map(files.sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  return [...[...sources].flatMap(([file, source]) => checkFile(file, source)), ...checkCircles(sources)];
}

/**
 * @param {Map<string, string>} sources by file
 * @returns {{file: string, line: number, message: string}[]} circles, each reported at one of its files
 */
export function checkCircles(sources) {
  const imports = [...sources].map(([file, source]) => [
    file,
    importsOf(file, source).flatMap(({ specifier }) => resolveSpecifier(file, specifier) ?? []),
  ]);
  return findCircles(new Map(imports)).map(([file = '', ...others]) => ({
    file,
    line: 1,
    message: `imports in a circle with ${others.join(', ')}`,
  }));
}
