import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_TASKS } from '#shared/session/task-changes.ts';
import { updateTask } from '#main/tools/task-update/update-task.ts';
import { getTools } from '#main/tool/registry.ts';
import { SessionFixture } from './session-fixture.ts';

const session = new SessionFixture();
afterAll(() => session.dispose());
beforeEach(() => {
  session.state = { ...session.state, taskList: NO_TASKS };
});

async function called(name: string, input: Record<string, unknown>) {
  const { text, isError, result } = await session.call(name, input);
  return { text, isError, data: result?.data };
}
const create = (subject: string) => called('TaskCreate', { subject, description: `${subject} completely` });
const update = (taskId: string, changes: Record<string, unknown>) => called('TaskUpdate', { taskId, ...changes });

describe('the task list', () => {
  it('numbers tasks and never uses a number twice', async () => {
    expect((await create('a')).data).toEqual({ task: { id: '1', subject: 'a', description: 'a completely' } });
    await create('b');
    expect((await update('2', { status: 'deleted' })).data).toEqual({
      success: true,
      taskId: '2',
      updatedFields: ['deleted'],
      statusChange: { from: 'pending', to: 'deleted' },
    });
    expect((await create('c')).data).toMatchObject({ task: { id: '3' } });
  });

  it('lists the tasks with the open ones that each waits for', async () => {
    for (const subject of ['a', 'b', 'c']) await create(subject);
    await update('3', { addBlockedBy: ['1', '2'] });
    await update('1', { status: 'completed' });
    const { data, text } = await called('TaskList', {});
    expect(data).toMatchObject({ tasks: [{ id: '1', status: 'completed' }, { id: '2' }, { id: '3', blockedBy: ['2'] }] });
    expect(text).toBe('#1 [completed] a\n#2 [pending] b\n#3 [pending] c [blocked by #2]');
  });

  it('reads a task with both directions of its dependencies', async () => {
    for (const subject of ['a', 'b', 'c']) await create(subject);
    await update('2', { addBlockedBy: ['1'], addBlocks: ['3'] });
    expect((await called('TaskGet', { taskId: '2' })).data).toEqual({
      task: { id: '2', subject: 'b', description: 'b completely', status: 'pending', blocks: ['3'], blockedBy: ['1'] },
    });
    expect((await called('TaskGet', { taskId: '9' })).data).toEqual({ task: null });
  });

  it.each<[string, Record<string, unknown>]>([
    ['itself', { addBlockedBy: ['1'] }],
    ['itself, the other way round', { addBlocks: ['1'] }],
    ['one that waits for it', { addBlockedBy: ['3'] }],
    ['one that is not there', { addBlockedBy: ['7'] }],
  ])('refuses that a task waits for %s, and changes nothing', async (_name, changes) => {
    for (const subject of ['a', 'b', 'c']) await create(subject);
    await update('1', { addBlocks: ['2'] });
    await update('2', { addBlocks: ['3'] });
    const before = session.state.taskList;
    const outcome = await update('1', { ...changes, subject: 'changed' });
    expect(outcome).toMatchObject({ isError: true, data: { success: false, updatedFields: [] } });
    expect(session.state.taskList).toBe(before);
  });

  it('removes a deleted task from the dependencies of others', async () => {
    for (const subject of ['a', 'b']) await create(subject);
    await update('2', { addBlockedBy: ['1'] });
    await update('1', { status: 'deleted' });
    expect(session.state.taskList.tasks).toMatchObject([{ id: '2', blockedBy: [] }]);
  });

  it('merges metadata, and removes keys set to null', async () => {
    await called('TaskCreate', { subject: 'a', description: '', metadata: { keep: 1, drop: 2 } });
    expect((await update('1', { metadata: { drop: null, add: [3] } })).data).toMatchObject({ updatedFields: ['metadata'] });
    expect(session.state.taskList.tasks[0]?.metadata).toEqual({ keep: 1, add: [3] });
  });

  it('makes an agent with a name the owner of the task it starts, unless there is one', () => {
    const list = { tasks: [{ id: '1', subject: 'a', description: '', status: 'pending' as const, blockedBy: [] }], lastId: 1 };
    const started = updateTask(list, { taskId: '1', status: 'in_progress' }, 'reviewer');
    expect(started).toMatchObject({ ok: true, fields: ['status', 'owner'], list: { tasks: [{ owner: 'reviewer' }] } });
    if (!started.ok) throw new Error(started.error);
    expect(updateTask(started.list, { taskId: '1', status: 'in_progress' }, 'other')).toMatchObject({ fields: [] });
  });

  it.each<[string, Record<string, unknown>]>([
    ['an empty subject', { subject: '  ', description: '' }],
    ['a subject that is too long', { subject: 'x'.repeat(501), description: '' }],
    ['metadata that is too large', { subject: 'a', description: '', metadata: { big: 'x'.repeat(20_001) } }],
  ])('refuses %s', async (_name, input) => {
    expect(await called('TaskCreate', input)).toMatchObject({ isError: true });
    expect(session.state.taskList).toBe(NO_TASKS);
  });

  it('accepts at most 500 tasks', async () => {
    for (let count = 0; count < 500; count += 1) await create('a');
    expect(await create('one more')).toMatchObject({ isError: true });
  });

  it('is offered instead of TodoWrite, or TodoWrite instead of it', () => {
    const without = new SessionFixture({}, { CLAUDE_CODE_ENABLE_TASKS: '0' });
    const names = (fixture: SessionFixture) =>
      getTools(fixture.tools, { isHidden: () => false })
        .map(({ name }) => name)
        .filter((name) => /^(?:Task(?:Create|Get|List|Update)|TodoWrite)$/u.test(name));
    expect(names(session)).toEqual(['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate']);
    expect(names(without)).toEqual(['TodoWrite']);
  });
});
