import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import type { TestSession } from '#test/support/test-session.ts';
import { lsp, lspSession, resultOf } from './lsp-session.ts';

/** Servers that the machine may lack. */
function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
      return false;
    }
  });
}

/** Ends the turn once a request tells the model what the server reports in its own time. */
function untilTold(problem: RegExp): Answer[] {
  return Array.from({ length: 1000 }, (_, index) => ({ messages }) => {
    const isTold = problem.test(JSON.stringify(messages));
    return { blocks: [isTold ? text('ok') : toolUse(`wait-${String(index)}`, 'Sleep', { seconds: 0.1 })] };
  });
}

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

function linesOf(session: TestSession, callId: string): string[] {
  const content = resultOf(session, callId);
  return typeof content === 'string' ? content.split('\n').toSorted() : [];
}

const TYPESCRIPT_PROBLEM = /src\/c\.ts:1:14: error: [^"]*not assignable to type 'number'/u;
const TYPESCRIPT = {
  'tsconfig.json': '{"compilerOptions":{"strict":true}}',
  'src/a.ts': 'export function add(left: number, right: number): number {\n  return left + right;\n}\n',
  'src/b.ts': "import { add } from './a.ts';\n\nexport const three = add(1, 2);\n",
};

describe.skipIf(!isOnPath('typescript-language-server'))('LSP with typescript-language-server', () => {
  it('finds definitions, references, types, symbols and callers, and reports errors of written files', async () => {
    const at = { filePath: 'src/b.ts', line: 3, character: 22 };
    await using both = await lspSession(
      {
        engine,
        files: TYPESCRIPT,
        configured: () => ({
          typescript: { command: 'typescript-language-server', args: ['--stdio'], extensionToLanguage: { '.ts': 'typescript' } },
        }),
      },
      {
        blocks: [
          lsp('definition', { operation: 'goToDefinition', ...at }),
          lsp('references', { operation: 'findReferences', ...at }),
          lsp('hover', { operation: 'hover', ...at }),
          lsp('symbols', { operation: 'documentSymbol', filePath: 'src/a.ts' }),
          lsp('calls', { operation: 'incomingCalls', filePath: 'src/a.ts', line: 1, character: 17 }),
        ],
      },
      { blocks: [toolUse('write', 'Write', { file_path: 'src/c.ts', content: 'export const c: number = "three";\n' })] },
      ...untilTold(TYPESCRIPT_PROBLEM),
    );
    both.it.session.choices.setMode('acceptEdits');
    await both.it.say('look');
    expect(resultOf(both.it, 'definition')).toContain('src/a.ts:1:17');
    expect(linesOf(both.it, 'references')).toEqual(['src/a.ts:1:17', 'src/b.ts:1:10', 'src/b.ts:3:22']);
    expect(resultOf(both.it, 'hover')).toContain('add(left: number, right: number): number');
    expect(resultOf(both.it, 'symbols')).toContain('add');
    expect(resultOf(both.it, 'calls')).toContain('src/b.ts');
    expect(JSON.stringify(both.server.requests.at(-1)?.body.messages)).toMatch(
      /src\/c\.ts:1:14: error: [^"]*not assignable to type 'number'/u,
    );
  });
});

const PYTHON_PROBLEM = /c\.py:1:10: error: /u;
const PYTHON = {
  'a.py': 'def add(left: int, right: int) -> int:\n    return left + right\n',
  'b.py': 'from a import add\n\nthree = add(1, 2)\n',
};

describe.skipIf(!isOnPath('pyright-langserver'))('LSP with pyright', () => {
  it('finds definitions, references, types and symbols, and reports errors of written files', async () => {
    const at = { filePath: 'b.py', line: 3, character: 9 };
    await using both = await lspSession(
      {
        engine,
        files: PYTHON,
        configured: () => ({ python: { command: 'pyright-langserver', args: ['--stdio'], extensionToLanguage: { '.py': 'python' } } }),
      },
      {
        blocks: [
          lsp('definition', { operation: 'goToDefinition', ...at }),
          lsp('references', { operation: 'findReferences', ...at }),
          lsp('hover', { operation: 'hover', ...at }),
          lsp('symbols', { operation: 'documentSymbol', filePath: 'a.py' }),
        ],
      },
      { blocks: [toolUse('write', 'Write', { file_path: 'c.py', content: 'c: int = "three"\n' })] },
      ...untilTold(PYTHON_PROBLEM),
    );
    both.it.session.choices.setMode('acceptEdits');
    await both.it.say('look');
    expect(resultOf(both.it, 'definition')).toContain('a.py:1:5');
    expect(linesOf(both.it, 'references')).toEqual(['a.py:1:5', 'b.py:1:15', 'b.py:3:9']);
    expect(resultOf(both.it, 'hover')).toContain('def add');
    expect(resultOf(both.it, 'symbols')).toContain('add');
    expect(JSON.stringify(both.server.requests.at(-1)?.body.messages)).toMatch(PYTHON_PROBLEM);
  });
});
