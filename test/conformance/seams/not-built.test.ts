import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SETTING_ROWS } from '#shared/settings/settings-table.ts';
import { NOT_BUILT, seamRow } from './seam-rows.ts';

const root = new URL('../../../', import.meta.url).pathname;
const sources = globSync(['main/**/*.ts', 'preload/**/*.ts', 'shared/**/*.ts'], { cwd: root })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(root + file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gmu, '') }));

const filesWith = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it.each(Object.entries(NOT_BUILT))('%s is a row of the table: %s', (id) => {
  expect(seamRow(id).expect).toBe('notAllow');
});

describe('absent features', () => {
  it('trust-012: starts processes only for commands, searches, hooks, MCP, git, terminals, the editor, the user’s shell, language servers, scripts, sed’s previews, the system’s settings stores and the programs of another place', () => {
    expect(filesWith(/from '(?:node:)?child_process'|from 'node-pty'|from '[^']*\/start-process\.ts'/u)).toEqual([
      'main/engine/commit/persons-git.ts',
      'main/engine/editor/open-in-editor.ts',
      'main/engine/session/services/session-place.ts',
      'main/hooks/command-hook.ts',
      'main/lsp/find-server-program.ts',
      'main/lsp/server-connection.ts',
      'main/mcp/connection/stdio-process.ts',
      'main/script/hosted-script.ts',
      'main/script/locked-process.ts',
      'main/settings/managed-stores.ts',
      'main/settings/shell-env.ts',
      'main/terminal/place/container.ts',
      'main/terminal/place/run-client.ts',
      'main/terminal/pty/local-pty.ts',
      'main/terminal/pty/pty-host-handle.ts',
      'main/terminal/pty/pty-host.ts',
      'main/tool/git/git-program.ts',
      'main/tool/start-process.ts',
      'main/tools/bash/sed-preview.ts',
      'main/tools/powershell/find-powershell.ts',
      'main/tools/ripgrep.ts',
    ]);
    expect(filesWith(/@modelcontextprotocol\//u)).toEqual([
      'main/mcp/connection/authorization-server.ts',
      'main/mcp/connection/authorized-requests.ts',
      'main/mcp/connection/awaited-answers.ts',
      'main/mcp/connection/bounded-message.ts',
      'main/mcp/connection/explain-oauth-error.ts',
      'main/mcp/connection/sdk-client.ts',
      'main/mcp/connection/sdk-errors.ts',
      'main/mcp/connection/stdio-transport.ts',
      'main/mcp/connection/task-call.ts',
      'main/mcp/connection/tokens.ts',
    ]);
  });
});

it('takes a program for keys from nowhere but the settings of the user, the administrator and the command line', () => {
  expect(filesWith(/\.apiKeyHelper\b/u)).toEqual(['main/cli/run.ts', 'main/settings/own-api-key-helper.ts']);
  expect(SETTING_ROWS.apiKeyHelper.reach).toBe('user');
});

it('opens addresses only through the window’s link handler', () => {
  expect(filesWith(/openExternal/u)).toEqual(['main/host/electron/harden.ts']);
});
