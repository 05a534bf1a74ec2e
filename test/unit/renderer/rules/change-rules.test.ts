import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Project } from '#shared/contract/project.ts';
import type { RequestMessage, ResponseMessage } from '#shared/contract/message.ts';
import { Client, installClient } from '../../../../renderer/bridge/client.ts';
import { addRule, undoLast } from '../../../../renderer/rules/change-rules.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';

const asked: unknown[] = [];
const edit = { type: 'remove', destination: 'local', behavior: 'allow', text: 'Bash(make)', disabled: false };
/** The host doesn't answer until it resolves. */
let host = Promise.resolve();
const bridge = {
  request: async ({ id, input }: RequestMessage): Promise<ResponseMessage> => {
    asked.push(input);
    await host;
    return { id, ok: true, output: { list: { rules: [] }, undo: [edit], answered: 0 } };
  },
  onPush: () => () => undefined,
  onConnection: () => () => undefined,
  pathForFile: () => null,
};

function show(projectDir: string, sessionId: string): void {
  const project: Project = { projectDir, name: 'p', trusted: true, untrustedItems: [], gitBranch: null, demo: false, gone: false };
  useWindow.setState({ project, sessionId });
}

beforeEach(() => {
  asked.length = 0;
  installClient(new Client(bridge));
});
afterAll(() => useWindow.setState({ project: null, sessionId: null }));

it('undoes a change in its own folder, never one of another folder', async () => {
  const lists: unknown[] = [];
  show('/a', 'a1');
  await addRule('allow', 'Bash(make)', 'local', (list) => lists.push(list));
  show('/b', 'b1');
  asked.length = 0;
  await undoLast((list) => lists.push(list));
  expect(asked).toEqual([]);
  show('/a', 'a2');
  await undoLast((list) => lists.push(list));
  expect(asked).toEqual([{ projectDir: '/a', sessionId: 'a1', edits: [edit] }]);
  // Its answer is the list of a session that isn't shown.
  expect(lists).toHaveLength(1);
});

it('undoes the change still in progress, not the one before it', async () => {
  show('/a', 'a1');
  await addRule('allow', 'Bash(make)', 'local', () => undefined);
  show('/a', 'a2');
  const answers = Promise.withResolvers<void>();
  host = answers.promise;
  const added = addRule('allow', 'Bash(cargo test)', 'local', () => undefined);
  const undone = undoLast(() => undefined);
  answers.resolve();
  await Promise.all([added, undone]);
  expect(asked.at(-1)).toEqual({ projectDir: '/a', sessionId: 'a2', edits: [edit] });
});
