import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toolUse } from '#test/support/messages-answer.ts';
import { endlessTool } from '#test/support/test-tools.ts';
import { notifications, result, says, script, workflow, workflowSession } from './workflow-session.ts';

const runOf = ({ session }: { readonly session: { readonly view: { readonly workflows: object } } }) =>
  Object.values(session.view.workflows)[0];

describe('a workflow', () => {
  it('starts agents side by side and brings its value back as a notification', async () => {
    const source = script(
      `phase("Find");
       const found = await parallel(args.names.map((name) => () => agent("Find " + name, { label: name })));
       log("found", found.length);
       return { found };`,
      'phases: [{ title: "Find" }, { title: "Check" }]',
    );
    const { fixture } = await workflowSession([
      ['go', workflow('w1', { script: source, args: { names: ['parser', 'lexer'] } }), says('Started.'), says('Both are found.')],
      ['Find parser', says('It is in a.ts.')],
      ['Find lexer', says('It is in b.ts.')],
    ]);
    await fixture.say('go');

    expect(result(fixture, 'w1')).toContain('runs in the background');
    const run = runOf(fixture);
    expect(run).toMatchObject({
      state: 'completed',
      name: 'look',
      phase: 'Find',
      phases: ['Find', 'Check'],
      lines: ['found 2'],
      unreported: false,
    });
    expect(notifications(fixture)).toEqual([expect.stringContaining('"It is in a.ts."')]);
    expect(readFileSync(run.outputFile, 'utf8')).toBe(JSON.stringify({ found: ['It is in a.ts.', 'It is in b.ts.'] }, null, 2));
    expect(readFileSync(run.scriptFile, 'utf8')).toBe(source);
    const agents = Object.values(fixture.session.view.agents);
    expect(agents.map(({ description, parentCallId, workflow: of }) => ({ description, parentCallId, of }))).toEqual([
      { description: 'parser', parentCallId: 'w1', of: { runId: run.runId, phase: 'Find' } },
      { description: 'lexer', parentCallId: 'w1', of: { runId: run.runId, phase: 'Find' } },
    ]);
    // Their reports are for the script: the main agent isn’t told of them.
    expect(fixture.all('agent.reported')).toEqual([]);
  });

  it('gets a value of the form that it asks for, and reminds an agent that forgets it', async () => {
    const schema = { type: 'object', properties: { line: { type: 'number' } }, required: ['line'] };
    const { fixture, server } = await workflowSession([
      [
        'go',
        workflow('w1', { script: script(`return (await agent("Find it", { schema: ${JSON.stringify(schema)} })).line + 1`) }),
        says('ok'),
        says('ok'),
      ],
      [
        'Find it',
        says('It is in line 41.'),
        { blocks: [toolUse('s1', 'StructuredOutput', { line: 'x' })] },
        { blocks: [toolUse('s2', 'StructuredOutput', { line: 41 })] },
        says('Done.'),
      ],
    ]);
    await fixture.say('go');
    expect(runOf(fixture)).toMatchObject({ state: 'completed' });
    expect(notifications(fixture)[0]).toContain('<result>\n42\n</result>');
    const asked = server.requests.find(({ body }) => body.tools?.some(({ name }) => name === 'StructuredOutput'));
    expect(asked?.body.tools?.map(({ name }) => name)).not.toContain('Workflow');
  });

  it('goes on with null for an agent that fails', async () => {
    const { fixture } = await workflowSession(
      [
        ['go', workflow('w1', { script: script('return [await agent("Break"), await agent("Work")]') }), says('ok'), says('ok')],
        ['Work', says('done')],
      ],
      { maxAttempts: 1 },
    );
    await fixture.say('go');
    expect(notifications(fixture)[0]).toContain('null,\n  "done"');
    expect(runOf(fixture).lines).toEqual([expect.stringMatching(/^general-purpose failed: /u)]);
  });

  it('runs a saved workflow by name, and another one inside of it', async () => {
    const saved = [
      { name: 'outer', file: '/p/outer.js', source: 'user' as const, text: script('return "outer " + await workflow("inner", { n: 2 })') },
      { name: 'inner', file: '/p/inner.js', source: 'user' as const, text: script('return args.n * 2 + typeof workflow') },
    ];
    const { fixture } = await workflowSession([['go', workflow('w1', { name: 'outer' }), says('ok'), says('ok')]], { saved });
    await fixture.say('go');
    expect(notifications(fixture)[0]).toContain('<result>\nouter 4undefined\n</result>');
  });

  it('resumes: agents with the same task give the same again', async () => {
    const source = script('const a = await agent("First"); return a + (await agent("Second " + (args ?? "")));');
    const again = { resumeFromRunId: '', args: 'part' };
    const { fixture, server } = await workflowSession([
      ['go', workflow('w1', { script: source }), says('ok'), workflow('w2', again), says('ok'), says('done')],
      ['First', says('one')],
      ['Second part', says('three')],
      ['Second', says('two')],
    ]);
    fixture.session.log.subscribe((event) => {
      if (event.type === 'workflow.started' && event.data.callId === 'w1') again.resumeFromRunId = event.data.runId;
    });
    await fixture.say('go');
    expect(notifications(fixture)).toEqual([expect.stringContaining('onetwo'), expect.stringContaining('onethree')]);
    // The first agent worked once.
    expect(server.requests.filter(({ body }) => JSON.stringify(body.messages[0]).includes('First'))).toHaveLength(1);
  });

  it('ends the agents that its script doesn’t wait for', async () => {
    const { fixture } = await workflowSession(
      [
        ['go', workflow('w1', { script: script('agent("Wait for it"); await agent("Be quick"); return "done"') }), says('ok'), says('ok')],
        ['Wait for it', { blocks: [toolUse('l1', 'Read', { text: 'x' })] }],
        ['Be quick', says('I was.')],
      ],
      { tools: [endlessTool('Read')] },
    );
    await fixture.say('go');
    expect(runOf(fixture)).toMatchObject({ state: 'completed' });
    expect(Object.values(fixture.session.view.agents).map(({ state, error }) => [state, error])).toEqual([
      ['stopped', 'It was stopped: its workflow has ended.'],
      ['completed', undefined],
    ]);
  });

  it('can’t resume a run of another session', async () => {
    const { fixture } = await workflowSession([['go', workflow('w1', { resumeFromRunId: 'wf_000000000000' }), says('ok')]]);
    await fixture.say('go');
    expect(result(fixture, 'w1')).toContain('nothing to resume');
  });

  it('ends with its agents when the user stops it, and the agent is notified with the user’s next message', async () => {
    let begun: () => void = () => undefined;
    const looking = new Promise<void>((resolve) => (begun = resolve));
    const { fixture } = await workflowSession(
      [
        ['go', workflow('w1', { script: script('phase("Wait"); return await agent("Wait for it")') }), says('Started.'), says('I see.')],
        ['Wait for it', { blocks: [toolUse('l1', 'Read', { text: 'x' })] }],
      ],
      { tools: [endlessTool('Read', () => begun())] },
    );
    fixture.session.send('go');
    await looking;
    expect(await fixture.session.controls.stopTask(runOf(fixture).runId)).toBe(true);
    await fixture.session.idle();
    expect(runOf(fixture)).toMatchObject({ state: 'stopped', error: 'The user stopped it.', unreported: true });
    expect(Object.values(fixture.session.view.agents)).toMatchObject([{ state: 'stopped' }]);
    expect(notifications(fixture)).toEqual([]);
    await fixture.say('And now?');
    expect(notifications(fixture)).toEqual([expect.stringContaining('was stopped')]);
  });
});
