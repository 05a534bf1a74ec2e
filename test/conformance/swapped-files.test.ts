import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallResult } from '#main/executor/call-result.ts';
import { runToolCall } from '#main/executor/pipeline.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import { digestOf } from '#main/tools/file-access.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { testToolContext } from '#test/support/tool-context.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

interface Swap {
  readonly tool: 'Read' | 'Write' | 'Edit' | 'Grep';
  readonly input: Readonly<Record<string, unknown>>;
  readonly file: string;
  /** Between the decision and the run. */
  readonly swap?: (temp: TempProject) => void;
}

/** One real call in a real folder, which something else changes right after the decision. */
async function runSwapped(temp: TempProject, { tool, input, file, swap }: Swap): Promise<CallResult> {
  const { projectDir } = temp;
  const permission = makePermissionContext({ ...temp, projectDir, mode: 'acceptEdits' });
  const plain = testToolContext(temp, {
    tools: getAllTools({ projectDir, isReadOnlyCommand: () => false }),
    permission: () => permission,
  });
  const context = { ...plain, services: { ...plain.services, search: { ripgrepPath: rgPath } }, toolUseId: 'c1' };
  if (tool !== 'Grep' && existsSync(join(projectDir, file))) {
    const content = readFileSync(join(projectDir, file));
    context.readFileState.set(join(projectDir, file), {
      content: content.toString(),
      mtimeMs: Date.now(),
      digest: digestOf(content),
      origin: 'write',
    });
  }
  const queue = new AskQueue();
  const append = ({ type }: { readonly type: string }): void => {
    if (type === 'call.decided') swap?.(temp);
  };
  const gate = new PermissionGate({
    engine,
    queue,
    handler: interactiveHandler(queue),
    append,
    changePermissions: () => Promise.resolve(),
    setMode: () => undefined,
  });
  return runToolCall(
    {
      block: {
        type: 'tool_use',
        id: 'c1',
        name: tool,
        input: { [tool === 'Grep' ? 'path' : 'file_path']: join(projectDir, file), ...input },
      },
      message: { messageId: 'm', requestId: 'r', blocks: [] },
    },
    context,
    { gate, append, frames: { push: () => undefined } },
    { onWaiting: () => undefined, siblingAbort: 'all' },
  );
}

function makeProject(): TempProject {
  const temp = new TempProject({ 'here.txt': 'same text\n', 'folder/there.txt': 'same text\n' });
  writeFileSync(join(temp.homeDir, '.bashrc'), 'same text\n');
  mkdirSync(join(temp.homeDir, 'folder'));
  writeFileSync(join(temp.homeDir, 'folder/there.txt'), 'same text\n');
  return temp;
}

const fileToLink = (temp: TempProject): void => {
  rmSync(temp.path('here.txt'), { force: true });
  symlinkSync(join(temp.homeDir, '.bashrc'), temp.path('here.txt'));
};
const folderToLink = (temp: TempProject): void => {
  if (existsSync(temp.path('folder'))) renameSync(temp.path('folder'), temp.path('moved'));
  symlinkSync(join(temp.homeDir, 'folder'), temp.path('folder'));
};
const insideToLink = (temp: TempProject): void => {
  rmSync(temp.path('here.txt'));
  symlinkSync(temp.path('folder/there.txt'), temp.path('here.txt'));
};

const write = { content: 'taken over' };
const edit = { old_string: 'same text', new_string: 'taken over' };

describe('path-056: a path swapped after the decision', () => {
  it.each<[string, Swap]>([
    ['Write to a file replaced by a link', { tool: 'Write', file: 'here.txt', input: write, swap: fileToLink }],
    [
      'Write of a new file where a link appeared',
      { tool: 'Write', file: 'new/x', input: write, swap: (temp) => symlinkSync(temp.homeDir, temp.path('new')) },
    ],
    ['Write below a folder replaced by a link', { tool: 'Write', file: 'folder/there.txt', input: write, swap: folderToLink }],
    ['Write of a new file below a folder replaced by a link', { tool: 'Write', file: 'folder/new.txt', input: write, swap: folderToLink }],
    ['Edit of a file replaced by a link', { tool: 'Edit', file: 'here.txt', input: edit, swap: fileToLink }],
    ['Edit below a folder replaced by a link', { tool: 'Edit', file: 'folder/there.txt', input: edit, swap: folderToLink }],
    ['Read of a file replaced by a link', { tool: 'Read', file: 'here.txt', input: {}, swap: fileToLink }],
    ['Read of a file replaced by a link inside the project', { tool: 'Read', file: 'here.txt', input: {}, swap: insideToLink }],
    ['Read below a folder replaced by a link', { tool: 'Read', file: 'folder/there.txt', input: {}, swap: folderToLink }],
    [
      'Grep in a folder replaced by a link',
      { tool: 'Grep', file: 'folder', input: { pattern: 'same', output_mode: 'content' }, swap: folderToLink },
    ],
  ])('%s has no effect', async (_name, swap) => {
    using temp = makeProject();
    const result = await runSwapped(temp, swap);
    expect(result.outcome).toBe('failed');
    expect(JSON.stringify(result.block.content)).not.toContain('same text');
    for (const file of ['.bashrc', 'folder/there.txt']) expect(readFileSync(join(temp.homeDir, file), 'utf8')).toBe('same text\n');
    for (const file of ['x', 'folder/new.txt']) expect(existsSync(join(temp.homeDir, file))).toBe(false);
  });

  it.each<[string, Swap]>([
    ['Write', { tool: 'Write', file: 'here.txt', input: write }],
    ['Write of a new file in new folders', { tool: 'Write', file: 'a/b/new.txt', input: write }],
    ['Edit', { tool: 'Edit', file: 'folder/there.txt', input: edit }],
    ['Read', { tool: 'Read', file: 'here.txt', input: {} }],
    ['Grep', { tool: 'Grep', file: 'folder', input: { pattern: 'same', output_mode: 'content' } }],
  ])('%s works when nothing was swapped', async (_name, swap) => {
    using temp = makeProject();
    const result = await runSwapped(temp, swap);
    expect(result.outcome).toBe('done');
    if (swap.tool === 'Write' || swap.tool === 'Edit') expect(readFileSync(temp.path(swap.file), 'utf8')).toContain('taken over');
  });

  it('Read follows a link that existed before, and accepts another spelling of a name', async () => {
    using temp = makeProject();
    symlinkSync('folder/there.txt', temp.path('link'));
    expect((await runSwapped(temp, { tool: 'Read', file: 'link', input: {} })).outcome).toBe('done');
    temp.write('Shot at 9.00\u202fPM.txt', 'shot');
    expect((await runSwapped(temp, { tool: 'Read', file: 'Shot at 9.00 PM.txt', input: {} })).outcome).toBe('done');
  });
});
