import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplainRow, explainRow, explainRowSchema } from '#main/cli/explain-row.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { type ConformanceFixture, makeConformanceFixture } from '#test/conformance/fixture.ts';

interface Example {
  readonly line: string;
  readonly row: ExplainRow;
  readonly expected: string;
  readonly networkReads: boolean;
}

const doc = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8');

/** Every block of examples: settings first, then one call per line. */
function examples(): Example[] {
  return [...doc.matchAll(/^```examples\n([\s\S]*?)^```$/gmu)].flatMap(([, body = '']) => {
    const lines = body.trim().split('\n');
    const setting = lines.filter((line) => !line.includes('=>'));
    return lines.filter((line) => line.includes('=>')).map((line) => example(line, setting));
  });
}

function example(line: string, setting: readonly string[]): Example {
  const [, tool = '', content = '', expected = ''] = /^(\S+)\s*(.*?)\s*=> (allow|ask|deny)(?:\s|$)/u.exec(line) ?? [];
  const values = (name: string): string[] =>
    setting.flatMap((one) => (one.startsWith(`${name}: `) ? [one.slice(name.length + 2).trim()] : []));
  return {
    line,
    expected,
    networkReads: setting.includes('gatehouse.networkReads: true'),
    row: explainRowSchema.parse({
      tool,
      input: inputOf(tool, content),
      mode: values('mode')[0],
      source: values('source')[0],
      trust: setting.includes('trusted'),
      permissions: { allow: values('allow'), ask: values('ask'), deny: values('deny') },
    }),
  };
}

function inputOf(tool: string, content: string): Record<string, unknown> {
  const [first = '', ...rest] = content.split(' ');
  switch (tool) {
    case 'Bash':
      return { command: content };
    case 'Read':
      return { file_path: content };
    case 'Write':
      return { file_path: content, content: '' };
    case 'Grep':
      return { pattern: 'x', path: content };
    case 'WebFetch':
      return { url: content, prompt: 'x' };
    case 'Agent':
      return { description: 'x', prompt: 'x', subagent_type: content };
    case 'Skill':
      return { skill: first, ...(rest.length > 0 && { args: rest.join(' ') }) };
    case 'TodoWrite':
      return { todos: [] };
    default:
      return {};
  }
}

describe('docs/permissions.md', () => {
  let fixture: ConformanceFixture;
  let engine: PermissionEngine;
  beforeAll(async () => {
    fixture = makeConformanceFixture();
    engine = await createPermissionEngine();
  });
  afterAll(() => fixture.remove());

  it('has examples, each with an expectation', () => {
    expect(examples().length).toBeGreaterThan(100);
    expect(examples().filter(({ expected }) => expected === '')).toEqual([]);
  });

  it('matches the engine', () => {
    const folders = { projectDir: fixture.project, homeDir: fixture.home, stateDir: `${fixture.home}/.gatehouse` };
    const wrong = examples().flatMap(({ line, row, expected, networkReads }) => {
      const { decision, reason, message } = explainRow(row, engine, { ...folders, networkReads });
      return decision === expected ? [] : [`${line}   (is ${decision}, ${reason}: ${message})`];
    });
    expect(wrong).toEqual([]);
  });

  it('recognizes every settings line it uses', () => {
    const known = /^(?:default mode, no rules|trusted|gatehouse\.networkReads: true|(?:mode|source|allow|ask|deny): \S.*)$/u;
    const unknown = [...doc.matchAll(/^```examples\n([\s\S]*?)^```$/gmu)]
      .flatMap(([, body = '']) => body.trim().split('\n'))
      .filter((line) => !line.includes('=>') && !known.test(line));
    expect(unknown).toEqual([]);
  });
});
