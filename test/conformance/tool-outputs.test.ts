import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allServerTools } from '#main/mcp/tools/server-tools.ts';
import { serverAccess } from '#test/support/server-access.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { shapeMismatch } from './output-shape.ts';
import { agentCases } from './tool-output-cases/agent-cases.ts';
import { commandCases } from './tool-output-cases/command-cases.ts';
import { fileCases } from './tool-output-cases/file-cases.ts';
import { listCases } from './tool-output-cases/list-cases.ts';
import { serverCases } from './tool-output-cases/server-cases.ts';
import { NOT_HERE } from '../unit/docs/tools-page.ts';
import { hear } from './tool-output-fixture.ts';

const cases = [...agentCases, ...commandCases, ...fileCases, ...listCases, ...serverCases];
const tools = [...getAllTools({ projectDir: '/project', isReadOnlyCommand: () => false }), ...allServerTools(serverAccess(), 1000)];
/** The published output types, by tool. */
const shapes = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(readFileSync(new URL('data/tool-outputs.json', import.meta.url), 'utf8')));
/** All tools with a published output type, under their names in requests. */
const PUBLISHED =
  'Agent Artifact AskUserQuestion Bash ClaudeDesign CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep ListMcpResourcesTool Mcp Monitor NotebookEdit OfferChromeSetup Projects ProposeGoal ProposeSkills PushNotification Read ReadMcpResourceDir ReadMcpResourceTool ReadNotifications RefreshMcpTools RemoteTrigger ReportFindings ScheduleWakeup SendFeedback ShowOnboardingRolePicker TaskCreate TaskGet TaskList TaskStop TaskUpdate TodoWrite WebFetch WebSearch Workflow Write'.split(
    ' ',
  );
/** A hook is never sent more than this, in characters of JSON. */
const MOST_SENT = 8_000_000;

it('every built-in tool has a case', () => {
  const tested = new Set(cases.map(({ tool }) => tool));
  expect(tools.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

it('every tool of the published types is here, or the documentation says why not', () => {
  const names = tools.map(({ name }) => name);
  expect(Object.keys(shapes).filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(NOT_HERE).filter((name) => names.includes(name))).toEqual([]);
  // `Mcp` stands for the tools of servers.
  expect([...Object.keys(shapes), ...Object.keys(NOT_HERE), 'Mcp'].toSorted()).toEqual(PUBLISHED);
});

describe('what hooks get of a call of', () => {
  it.each(cases.map((one, index) => [one.tool, index, one] as const))('%s (case %i) has the published type', async (name, _index, one) => {
    const { output, worst, finished } = await hear(one);
    expect(output).toMatchObject(Object(one.output));
    expect(finished).toBe(one.worst.length);
    const schema = tools.find((tool) => tool.name === name)?.outputSchema;
    for (const response of [output, ...worst]) {
      if (name in shapes) expect(shapeMismatch(shapes[name], response)).toBeUndefined();
      expect(schema?.safeParse(response).error).toBeUndefined();
      expect(JSON.stringify(response).length).toBeLessThan(MOST_SENT);
    }
  });
});
