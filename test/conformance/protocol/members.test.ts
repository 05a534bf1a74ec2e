import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toApiTool } from '#main/tool/schema.ts';
import type { AssistantMessage } from '#main/tool/tool.ts';
import { PipelineFixture, tool } from '../../unit/executor/pipeline-fixture.ts';
import { ABSENT, SHOWN } from './protocol-rows.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it.each(Object.entries(SHOWN).flatMap(([row, members]) => members.map(([member, file, title]) => [row, member, file, title] as const)))(
  '%s: %s is shown by a test',
  (_row, _member, file, title) => {
    expect(title).not.toBe('');
    expect(read(`../../${file}`)).toContain(title);
  },
);

it('the type has the members of T1 and T2, and none that is said to be absent', () => {
  const type = /export interface Tool<[\s\S]*?\n\}\n/u.exec(read('../../../main/tool/tool.ts'))?.[0] ?? '';
  const has = (member: string): boolean => new RegExp(`^  (?:readonly )?${member}\\??[:(]`, 'mu').test(type);
  const callArguments = new Set(['canUseTool', 'parentMessage', 'onProgress']);
  const named = [...(SHOWN['T1'] ?? []), ...(SHOWN['T2'] ?? [])].map(([member]) => member).filter((member) => !callArguments.has(member));
  expect(named.filter((member) => !has(member))).toEqual([]);
  expect(ABSENT.filter((member) => has(member))).toEqual([]);
});

it('the documentation says of each absent member what does its work', () => {
  const table = /^\| Member \| Instead \|[\s\S]*?\n\n/mu.exec(read('../../../docs/spec.md'))?.[0] ?? '';
  const explained = [...table.matchAll(/^\| (`[^|]+`) \|/gmu)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/gu)].map(([, name]) => name),
  );
  expect(new Set(explained)).toEqual(new Set(ABSENT));
});

it('strict is sent with the definition', () => {
  expect(toApiTool(tool({ strict: true }))).toMatchObject({ strict: true });
  expect(toApiTool(tool())).not.toHaveProperty('strict');
});

it('a tool gets the message that contains its call', async () => {
  let got: AssistantMessage | undefined;
  const fixture = new PipelineFixture(
    tool({
      call: (_input, _context, _canUseTool, message) => {
        got = message;
        return Promise.resolve({ data: '' });
      },
    }),
  );
  await fixture.run();
  expect(got).toMatchObject({ messageId: 'm', requestId: 'r' });
});

it('a call whose view fails is shown by its name for people', async () => {
  const fixture = new PipelineFixture(
    tool({
      userFacingName: () => 'Touch a file',
      present: () => {
        throw new Error('no view');
      },
    }),
  );
  expect((await fixture.run()).finished.view).toMatchObject({ title: 'Touch a file' });
});
