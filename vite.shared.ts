/**
 * Packages that must stay files on disk: native code, WebAssembly found by path, a binary, one that asks for its own file's name, two that
 * are loaded where a call can't wait (`require`), and Electron itself.
 */
export const EXTERNAL = [
  /^electron($|\/)/,
  /^node-pty($|\/)/,
  /^web-tree-sitter($|\/)/,
  /^tree-sitter-bash($|\/)/,
  /^@vscode\/ripgrep/,
  /^write-file-atomic($|\/)/,
  /^yaml($|\/)/,
  /^ajv($|\/)/,
  /^node:/,
];
