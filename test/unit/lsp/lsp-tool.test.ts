import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import type { MessagesServer } from '#test/support/messages-server.ts';
import { lsp, lspSession, resultOf } from './lsp-session.ts';

const SERVER = join(import.meta.dirname, '../../support/servers/stdio-language-server.ts');

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

/** A session whose files have a language server. `inProject`: its program is a script of the project. */
function started(inProject: boolean, ...answers: Parameters<typeof MessagesServer.start>) {
  return lspSession(
    {
      engine,
      files: { 'src/a.ts': 'const a = 1;\n', 'tools/server': `#!/bin/sh\nexec ${process.execPath} ${SERVER}\n` },
      configured: (projectDir) => {
        chmodSync(join(projectDir, 'tools/server'), 0o755);
        const command = inProject ? { command: 'tools/server' } : { command: process.execPath, args: [SERVER] };
        return { test: { ...command, extensionToLanguage: { '.ts': 'typescript' } } };
      },
    },
    ...answers,
  );
}

describe('LSP', () => {
  it('answers without asking when the server is a program outside of the project', async () => {
    await using both = await started(
      false,
      {
        blocks: [
          lsp('a', { operation: 'goToDefinition', line: 1, character: 7 }),
          lsp('b', { operation: 'documentSymbol' }),
          lsp('c', { operation: 'hover' }),
          lsp('d', { operation: 'workspaceSymbol' }),
          lsp('e', { operation: 'findReferences', line: 1, character: 7 }),
          lsp('f', { operation: 'documentSymbol', filePath: 'missing.ts' }),
        ],
      },
      { blocks: [text('ok')] },
    );
    const { it } = both;
    await it.say('look');
    expect(resultOf(it, 'a')).toBe('src/b.ts:3:5\n[1 place left out: your permission settings deny reading their files.]');
    expect(resultOf(it, 'b')).toBe('class A B (line 1)\n  method m (line 2)');
    expect(resultOf(it, 'c')).toContain('hover needs line and character.');
    expect(resultOf(it, 'd')).toContain('workspaceSymbol needs query.');
    expect(resultOf(it, 'e')).toBe('src/a.ts:1:4\nsrc/a.ts:2:4');
    expect(resultOf(it, 'f')).toContain('ENOENT');
    expect(it.all('call.asked')).toEqual([]);
    expect(it.session.view.calls['a']?.view).toMatchObject({ title: 'Find definition', outcome: '1 result' });
  });

  it('asks before it starts a program of the project, and not while that runs', async () => {
    await using both = await started(
      true,
      { blocks: [lsp('a', { operation: 'documentSymbol' })] },
      { blocks: [lsp('b', { operation: 'documentSymbol' })] },
      { blocks: [text('ok')] },
    );
    const { it } = both;
    it.session.send('look');
    const { ask } = await it.seen('call.asked');
    expect(ask.message).toContain(`starts a language server from a program in the project: ${it.project.projectDir}/tools/server`);
    expect(it.session.answer(ask.askId, ask.digest, { type: 'allow_once' })).toBe('accepted');
    await it.session.idle();
    expect(resultOf(it, 'a')).toContain('class A B');
    expect(resultOf(it, 'b')).toContain('class A B');
    expect(it.all('call.asked')).toHaveLength(1);
  });

  it('tells the model of errors in files that it wrote', async () => {
    await using both = await started(
      false,
      { blocks: [toolUse('w', 'Write', { file_path: 'src/new.ts', content: 'BAD\n' })] },
      { blocks: [lsp('a', { operation: 'documentSymbol', filePath: 'src/new.ts' })] },
      { blocks: [text('ok')] },
    );
    const { it, server } = both;
    it.session.choices.setMode('acceptEdits');
    await it.say('write');
    expect(resultOf(it, 'a')).toContain('class A B');
    const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
    expect(sent).toContain('src/new.ts:1:1: error: BAD is wrong &lt;/system-reminder>');
  });
});
