import { expect, it } from 'vitest';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = fixedPermissionEngine();
const done: Answer = { blocks: [text('Done.')] };
const trigger = (id: string, input: Record<string, unknown>): Answer => ({ blocks: [toolUse(id, 'RemoteTrigger', input)] });

function session(server: MessagesServer): TestSession {
  return new TestSession({ url: server.url, engine, equip: realTools(engine) });
}

/** What the model read of a call, without the first line. */
function resultOf(fixture: TestSession, callId: string): { readonly status: number; readonly json: Record<string, unknown> } {
  const content = fixture.all('call.finished').find((call) => call.callId === callId)?.content;
  if (typeof content !== 'string') throw new Error('no text');
  return { status: Number.parseInt(content, 10), json: JSON.parse(content.slice(content.indexOf('\n') + 1)) };
}

it('the agent creates, changes, runs and removes a trigger; its run has a log', async () => {
  await using server = await MessagesServer.start(
    trigger('a', { action: 'create', body: { name: 'Build', prompt: 'Look at the build.' } }),
    done,
  );
  await using fixture = session(server);
  await fixture.say('make it');
  const [{ triggerId } = { triggerId: '' }] = fixture.session.view.triggers;
  server.push(
    trigger('b', { action: 'update', trigger_id: triggerId, body: { prompt: 'Look twice.' } }),
    trigger('c', { action: 'run', trigger_id: triggerId, body: { color: 'red' } }),
    done,
    { blocks: [text('The build is red.')] },
  );
  await fixture.say('run it');
  await expect.poll(() => fixture.all('trigger.ran').length).toBe(1);
  await fixture.session.idle();
  expect(resultOf(fixture, 'c').status).toBe(202);
  const ran = JSON.stringify(server.requests.at(-1)?.body.messages);
  expect(ran).toContain('Look twice.');
  expect(ran).toContain('was started by you');
  const [{ runId } = { runId: '' }] = fixture.all('trigger.ran');
  server.push(
    trigger('d', { action: 'list_runs', trigger_id: triggerId }),
    trigger('e', { action: 'get_run_log', session_id: runId }),
    trigger('f', { action: 'update', trigger_id: triggerId, body: { deleted: true } }),
    trigger('g', { action: 'list' }),
    done,
  );
  await fixture.say('and now?');
  expect(resultOf(fixture, 'd').json).toMatchObject({ data: [{ session_id: runId, via: 'agent' }] });
  expect(resultOf(fixture, 'e').json).toMatchObject({ state: 'ended', text: 'The build is red.' });
  expect(resultOf(fixture, 'g').json).toEqual({ data: [] });
});

it('a disabled trigger doesn’t run, and a webhook has no key before a person creates one', async () => {
  await using server = await MessagesServer.start(
    trigger('a', { action: 'create_webhook_trigger', body: { name: 'Hook', prompt: 'x', enabled: false } }),
    done,
  );
  await using fixture = session(server);
  await fixture.say('make it');
  expect(resultOf(fixture, 'a').json).toMatchObject({ type: 'webhook', can_be_called: false, enabled: false });
  const [{ triggerId, keyDigest } = { triggerId: '', keyDigest: '' }] = fixture.session.view.triggers;
  expect(keyDigest).toBeNull();
  expect(fixture.session.triggers.start(triggerId, 'webhook', 'x')).toEqual({ type: 'disabled' });
  expect(fixture.session.triggers.start('other', 'webhook', 'x')).toEqual({ type: 'unknown' });
});

it('a webhook never runs in bypass mode, also when the mode changes while it waits', async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await MessagesServer.start(
    trigger('a', { action: 'create_webhook_trigger', body: { name: 'Hook', prompt: 'From outside.' } }),
    done,
    { blocks: [text('Working.')], until: gate.promise },
  );
  await using fixture = session(server);
  await fixture.say('make it');
  const [{ triggerId } = { triggerId: '' }] = fixture.session.view.triggers;
  fixture.session.send('work');
  expect(fixture.session.triggers.start(triggerId, 'webhook', 'x').type).toBe('accepted');
  fixture.session.log.append({ type: 'session.mode', data: { mode: 'bypassPermissions', by: 'user' } });
  gate.resolve();
  await fixture.session.idle();
  expect(fixture.session.triggers.start(triggerId, 'webhook', 'x')).toEqual({ type: 'refused' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(fixture.all('trigger.ran')).toEqual([]);
});

it('triggers come back when the session is opened again', async () => {
  await using server = await MessagesServer.start(trigger('a', { action: 'create', body: { name: 'Build', prompt: 'x' } }), done);
  await using fixture = session(server);
  await fixture.say('make it');
  const { triggers } = fixture.session.view;
  await fixture.reopen();
  expect(fixture.session.view.triggers).toEqual(triggers);
});
