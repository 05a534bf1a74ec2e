/**
 * Packages that must stay files on disk: native code, WebAssembly found by path, a binary, two that read files beside them, two that
 * are loaded where a call can't wait (`require`), and Electron itself.
 */
export const EXTERNAL = [
  /^electron($|\/)/,
  /^node-pty($|\/)/,
  /^web-tree-sitter($|\/)/,
  /^tree-sitter-bash($|\/)/,
  /^@vscode\/ripgrep/,
  /^@silvia-odwyer\/photon-node/,
  /^@hyzyla\/pdfium/,
  /^write-file-atomic($|\/)/,
  /^yaml($|\/)/,
  /^ajv($|\/)/,
  /^playwright-core($|\/)/,
  /^node:/,
];
