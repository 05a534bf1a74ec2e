import { describe, expect, it } from 'vitest';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { EngineWindow } from './engine-window.ts';

const DONE: Answer = { blocks: [text('Done.')] };
const call: Answer = { blocks: [toolUse('a', 'Echo', { text: 'a' })] };
const refusal = (message: string): Answer => ({ status: 400, type: 'invalid_request_error', error: message });
const efforts = (server: MessagesServer) => server.requests.map(({ body }) => body.output_config);

describe('the effort of a session', () => {
  it('is sent from the next request on, and not at all for “auto”', async () => {
    await using server = await MessagesServer.start(call, DONE, DONE, DONE);
    await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: 'claude-opus-5-5' });
    await fixture.say('hi');
    fixture.session.choices.setEffort('xhigh');
    await fixture.say('more');
    fixture.session.choices.setEffort('auto');
    await fixture.say('less');
    expect(efforts(server)).toEqual([undefined, undefined, { effort: 'xhigh' }, undefined]);
    expect(fixture.all('request.started').map(({ effort }) => effort)).toEqual([undefined, undefined, 'xhigh', undefined]);
  });

  it('survives a restart, and a model gets the next lower one that it takes', async () => {
    await using server = await MessagesServer.start(DONE, DONE, DONE, DONE);
    await using fixture = new TestSession({ url: server.url, model: 'claude-opus-4-6' });
    fixture.session.choices.setEffort('xhigh');
    await fixture.say('hi');
    await fixture.reopen();
    await fixture.say('again');
    fixture.session.choices.setModel('claude-haiku-4-5');
    await fixture.say('with a model that takes none');
    fixture.session.choices.setModel('some-local-model');
    await fixture.say('with an unknown model');
    expect(efforts(server)).toEqual([{ effort: 'high' }, { effort: 'high' }, undefined, undefined]);
  });

  it('is left out once a server refuses it', async () => {
    await using server = await MessagesServer.start(refusal('output_config.effort: Extra inputs are not permitted'), DONE, DONE);
    await using fixture = new TestSession({ url: server.url, model: 'claude-opus-5-5' });
    fixture.session.choices.setEffort('low');
    await fixture.say('hi');
    await fixture.say('again');
    expect(efforts(server)).toEqual([{ effort: 'low' }, undefined, undefined]);
    expect(fixture.all('notice').map((notice) => notice.text)).toEqual([expect.stringContaining('doesn’t accept the effort “low”')]);
    expect(fixture.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
  });
});

describe('effort from files', () => {
  it('comes from the settings, a skill until the end of the turn, and an agent type', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Begin',
          { blocks: [toolUse('s', 'Skill', { skill: 'deep' })] },
          { blocks: [toolUse('t', 'Agent', { description: 'look', prompt: 'Look around.', subagent_type: 'scout' })] },
          DONE,
          DONE,
        ],
        ['Look around.', DONE],
      ),
    );
    using temp = new TempProject({});
    temp.write('../home/.claude/settings.json', JSON.stringify({ effortLevel: 'medium', model: 'claude-opus-5-5' }));
    temp.write('../home/.claude/skills/deep/SKILL.md', '---\ndescription: Digs\neffort: max\n---\nDig.\n');
    temp.write('../home/.claude/agents/scout.md', '---\nname: scout\ndescription: Looks\neffort: low\n---\nLook.\n');
    await using window = new EngineWindow(temp, server);
    await window.begin('Begin');
    const view = await window.turnEnded();
    expect(view.effort).toBe('medium');
    const byAgent = (prompt: string) =>
      server.requests.filter(({ body }) => JSON.stringify(body.messages[0]).includes(prompt)).map(({ body }) => body.output_config);
    expect(byAgent('Begin')).toEqual([{ effort: 'medium' }, { effort: 'max' }, { effort: 'max' }]);
    expect(byAgent('Look around.')).toEqual([{ effort: 'low' }]);
    await window.ask('session.send', { sessionId: window.sessionId, text: 'And again' });
    await window.until((now) => now.turn === null && now.turns.length === 2);
    expect(byAgent('Begin').at(-1)).toEqual({ effort: 'medium' });
  });
});
