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
  readonly swap?: (place: TempProject) => void;
}

/** One real call in a real folder, which something else changes as soon as the call is decided. */
async function runSwapped(place: TempProject, { tool, input, file, swap }: Swap): Promise<CallResult> {
  const { projectDir } = place;
  const permission = makePermissionContext({ ...place, projectDir, mode: 'acceptEdits' });
  const plain = testToolContext(place, {
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
    if (type === 'call.decided') swap?.(place);
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
    { gate, append, frames: { push: () => undefined }, onWaiting: () => undefined, siblingAbort: 'all' },
  );
}

function makePlace(): TempProject {
  const place = new TempProject({ 'here.txt': 'same text\n', 'folder/there.txt': 'same text\n' });
  writeFileSync(join(place.homeDir, '.bashrc'), 'same text\n');
  mkdirSync(join(place.homeDir, 'folder'));
  writeFileSync(join(place.homeDir, 'folder/there.txt'), 'same text\n');
  return place;
}

const fileToLink = (place: TempProject): void => {
  rmSync(place.path('here.txt'), { force: true });
  symlinkSync(join(place.homeDir, '.bashrc'), place.path('here.txt'));
};
const folderToLink = (place: TempProject): void => {
  if (existsSync(place.path('folder'))) renameSync(place.path('folder'), place.path('moved'));
  symlinkSync(join(place.homeDir, 'folder'), place.path('folder'));
};
const insideToLink = (place: TempProject): void => {
  rmSync(place.path('here.txt'));
  symlinkSync(place.path('folder/there.txt'), place.path('here.txt'));
};

const write = { content: 'taken over' };
const edit = { old_string: 'same text', new_string: 'taken over' };

describe('path-056: a path that leads elsewhere after the decision', () => {
  it.each<[string, Swap]>([
    ['Write to a file that became a link', { tool: 'Write', file: 'here.txt', input: write, swap: fileToLink }],
    [
      'Write of a new file where a link appeared',
      { tool: 'Write', file: 'new/x', input: write, swap: (place) => symlinkSync(place.homeDir, place.path('new')) },
    ],
    ['Write below a folder that became a link', { tool: 'Write', file: 'folder/there.txt', input: write, swap: folderToLink }],
    ['Write of a new file below a folder that became a link', { tool: 'Write', file: 'folder/new.txt', input: write, swap: folderToLink }],
    ['Edit of a file that became a link', { tool: 'Edit', file: 'here.txt', input: edit, swap: fileToLink }],
    ['Edit below a folder that became a link', { tool: 'Edit', file: 'folder/there.txt', input: edit, swap: folderToLink }],
    ['Read of a file that became a link', { tool: 'Read', file: 'here.txt', input: {}, swap: fileToLink }],
    ['Read of a file that became a link inside the project', { tool: 'Read', file: 'here.txt', input: {}, swap: insideToLink }],
    ['Read below a folder that became a link', { tool: 'Read', file: 'folder/there.txt', input: {}, swap: folderToLink }],
    [
      'Grep in a folder that became a link',
      { tool: 'Grep', file: 'folder', input: { pattern: 'same', output_mode: 'content' }, swap: folderToLink },
    ],
  ])('%s does nothing', async (_name, swap) => {
    using place = makePlace();
    const result = await runSwapped(place, swap);
    expect(result.outcome).toBe('failed');
    expect(JSON.stringify(result.block.content)).not.toContain('same text');
    for (const file of ['.bashrc', 'folder/there.txt']) expect(readFileSync(join(place.homeDir, file), 'utf8')).toBe('same text\n');
    for (const file of ['x', 'folder/new.txt']) expect(existsSync(join(place.homeDir, file))).toBe(false);
  });

  it.each<[string, Swap]>([
    ['Write', { tool: 'Write', file: 'here.txt', input: write }],
    ['Write of a new file in new folders', { tool: 'Write', file: 'a/b/new.txt', input: write }],
    ['Edit', { tool: 'Edit', file: 'folder/there.txt', input: edit }],
    ['Read', { tool: 'Read', file: 'here.txt', input: {} }],
    ['Grep', { tool: 'Grep', file: 'folder', input: { pattern: 'same', output_mode: 'content' } }],
  ])('%s works where nothing was swapped', async (_name, swap) => {
    using place = makePlace();
    const result = await runSwapped(place, swap);
    expect(result.outcome).toBe('done');
    if (swap.tool === 'Write' || swap.tool === 'Edit') expect(readFileSync(place.path(swap.file), 'utf8')).toContain('taken over');
  });

  it('Read works through a link that stood there all along, and by another spelling of a name', async () => {
    using place = makePlace();
    symlinkSync('folder/there.txt', place.path('link'));
    expect((await runSwapped(place, { tool: 'Read', file: 'link', input: {} })).outcome).toBe('done');
    place.write('Shot at 9.00\u202fPM.txt', 'shot');
    expect((await runSwapped(place, { tool: 'Read', file: 'Shot at 9.00 PM.txt', input: {} })).outcome).toBe('done');
  });
});
