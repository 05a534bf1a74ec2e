import { describe, expect, test } from 'vitest';
import { parseToolQuery, rankTools } from '#main/tool/tool-search.ts';
import type { Tool } from '#main/tool/tool.ts';
import { echoTool } from '#test/support/test-tools.ts';

const tool = (name: string, about: string, searchHint?: string): Tool => ({
  ...echoTool(name),
  prompt: () => about,
  ...(searchHint !== undefined && { searchHint }),
});

const tools = [
  tool('CronList', 'Lists what is scheduled.', 'scheduled jobs'),
  tool('mcp__github__create_issue', 'Opens a new issue in a repository.'),
  tool('mcp__github__list_issues', 'Issues of a repository, newest first.'),
  tool('mcp__mail__send', 'Sends a message. Can be about a GitHub issue.'),
  tool('NotebookEdit', 'Changes a cell.', 'jupyter cells'),
];

describe('a query', () => {
  test.each([
    ['select:A,B', ['A', 'B'], [], []],
    [' SELECT: A , B A ', ['A', 'B'], [], []],
    ['select:', [], [], []],
    ['Create Issue', [], [], ['create', 'issue']],
    ['+github create  create', [], ['github'], ['github', 'create']],
    ['create +github', [], ['github'], ['create', 'github']],
    ['+', [], [], []],
    ['', [], [], []],
  ])('%j', (query, selected, required, words) => {
    expect(parseToolQuery(query)).toEqual({ selected, required, words });
  });
});

describe('keyword search, best match first', () => {
  test.each([
    ['a name before a description', 'github issue', ['mcp__github__create_issue', 'mcp__github__list_issues', 'mcp__mail__send']],
    ['every tool of a server', 'mail', ['mcp__mail__send']],
    ['a part of a camel-case name', 'notebook', ['NotebookEdit']],
    ['a hint', 'jupyter', ['NotebookEdit']],
    ['a hint before a description', 'scheduled', ['CronList']],
    ['a whole name', 'CRONLIST', ['CronList']],
    ['only names that contain the word marked with a plus', '+github send', ['mcp__github__create_issue', 'mcp__github__list_issues']],
    ['nothing when no name has it', '+slack issue', []],
    ['nothing for unrelated words', 'zebra', []],
    ['nothing for an empty query', '+', []],
    ['the start of a name', 'mcp__mail', ['mcp__mail__send']],
  ])('%s', (_name, query, found) => {
    expect(rankTools(tools, parseToolQuery(query)).map(({ name }) => name)).toEqual(found);
  });
});
