import { describe, expect, it } from 'vitest';
import { addressProblem } from '#main/mcp/connection/address-problem.ts';
import { readElicitation } from '#main/mcp/elicitation/read-elicitation.ts';
import type { Elicitation, ElicitationAnswer } from '#main/tool/services/elicitation.ts';
import { fieldProblems } from '#shared/session/elicitation.ts';
import { EVERYTHING, McpFixture } from '../../support/mcp-fixture.ts';

const stdio = { command: process.execPath, args: [EVERYTHING, 'stdio'] };

function service(answer: (asked: Elicitation, signal: AbortSignal) => Promise<ElicitationAnswer> | ElicitationAnswer) {
  const asked: Elicitation[] = [];
  return {
    asked,
    ask: (elicitation: Elicitation, _context: unknown, signal: AbortSignal) => {
      asked.push(elicitation);
      return Promise.resolve(answer(elicitation, signal));
    },
  };
}

describe('elicitation', { timeout: 120_000 }, () => {
  it('asks for the fields of the reference server and sends the values', async () => {
    await using fixture = new McpFixture({ servers: { s: stdio } });
    await fixture.ready();
    const elicitations = service(() => ({ action: 'accept', content: { name: 'Ada', check: true, integer: 3 } }));
    const { content } = await fixture.call('mcp__s__trigger-elicitation-request', {}, { elicitations });
    const { form } = elicitations.asked[0] ?? {};
    expect(form?.mode === 'form' && form.fields.map(({ kind, name, required }) => `${name} ${kind} ${String(required)}`)).toEqual([
      'name text true',
      'check boolean false',
      'firstLine text false',
      'email text false',
      'homepage text false',
      'birthdate text false',
      'integer number false',
      'number number false',
      'untitledSingleSelectEnum choice false',
      'untitledMultipleSelectEnum choices false',
      'titledSingleSelectEnum choice false',
      'titledMultipleSelectEnum choices false',
      'legacyTitledEnum choice false',
    ]);
    expect(JSON.stringify(content)).toContain('Ada');
  });

  it.each(['decline', 'cancel'] as const)('tells the server of %s', async (action) => {
    await using fixture = new McpFixture({ servers: { s: stdio } });
    await fixture.ready();
    const { content } = await fixture.call('mcp__s__trigger-elicitation-request', {}, { elicitations: service(() => ({ action })) });
    expect(JSON.stringify(content)).toContain(action);
    // Where nobody can be asked, it is declined.
    expect(JSON.stringify((await fixture.call('mcp__s__trigger-elicitation-request')).content)).toContain('decline');
  });

  it('withdraws the question when the call is stopped', async () => {
    await using fixture = new McpFixture({ servers: { s: stdio } });
    await fixture.ready();
    const stop = new AbortController();
    const withdrawn = Promise.withResolvers<void>();
    const elicitations = service((_asked, signal) => {
      const { promise, resolve } = Promise.withResolvers<ElicitationAnswer>();
      signal.addEventListener('abort', () => {
        withdrawn.resolve();
        resolve({ action: 'cancel' });
      });
      stop.abort();
      return promise;
    });
    await expect(fixture.call('mcp__s__trigger-elicitation-request', {}, { elicitations, signal: stop.signal })).rejects.toThrow();
    await withdrawn.promise;
    expect((await fixture.call('mcp__s__echo', { message: 'hi' })).content).toBe('Echo: hi');
  });
});

describe('what a server may ask for', () => {
  const read = (requestedSchema: unknown) => readElicitation('s', { message: 'm', requestedSchema });

  it.each([
    ['a nested object', { properties: { a: { type: 'object', properties: {} } } }],
    ['too many fields', { properties: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, { type: 'boolean' }])) }],
    ['too many options', { properties: { a: { type: 'string', enum: Array.from({ length: 201 }, String) } } }],
    ['no options', { properties: { a: { type: 'array', items: { enum: [] } } } }],
    ['no schema', undefined],
  ])('refuses %s', (_what, schema) => expect(read(schema)).toEqual(expect.stringContaining('form has')));

  it('keeps texts short and without invisible characters', () => {
    const asked = read({ properties: { a: { type: 'string', title: `x\u202e${'y'.repeat(9000)}` } } });
    if (typeof asked === 'string' || asked.form.mode !== 'form') throw new Error('refused');
    expect(asked.form.fields[0]?.title).not.toContain('\u202e');
    expect(asked.form.fields[0]?.title.length).toBeLessThan(220);
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'a:$(touch /tmp/x)?', 'http://example.com/', 'https://me:pw@example.com/', 'x'])(
    'opens no %s',
    (url) => {
      expect(addressProblem(url)).toBeDefined();
      expect(typeof readElicitation('s', { mode: 'url', message: 'm', url })).toBe('string');
    },
  );
  it.each(['https://example.com/a?b', 'http://127.0.0.1:8080/x'])('opens %s', (url) => expect(addressProblem(url)).toBeUndefined());

  it('checks values against their fields', () => {
    const common = { title: 't', description: '', required: false };
    const text = (name: string, format: 'email' | 'uri' | 'date' | 'date-time') => ({ kind: 'text' as const, name, format, ...common });
    const fields = [
      text('email', 'email'),
      text('uri', 'uri'),
      text('date', 'date'),
      text('time', 'date-time'),
      { kind: 'text' as const, name: 'short', ...common, maxLength: 2 },
      { kind: 'number' as const, name: 'whole', ...common, integer: true, minimum: 0, maximum: 9 },
      { kind: 'choices' as const, name: 'some', ...common, options: [{ value: 'a', title: 'A' }], minItems: 1 },
      { kind: 'choice' as const, name: 'one', ...common, required: true, options: [{ value: 'a', title: 'A' }] },
    ];
    expect(
      fieldProblems(fields, { one: 'a', email: 'a@b.org', uri: 'https://x.org', date: '2026-01-31', short: '🙂🙂', whole: 9, some: ['a'] }),
    ).toEqual({});
    expect(
      fieldProblems(fields, { email: 'a', uri: 'b', date: '31.1.', time: '2026', short: 'abc', whole: 1.5, some: [], extra: 1 }),
    ).toEqual({
      email: 'email',
      uri: 'uri',
      date: 'date',
      time: 'date-time',
      short: 'length',
      whole: 'integer',
      some: 'length',
      one: 'missing',
      extra: 'choice',
    });
    expect(fieldProblems(fields, { one: 'b', whole: 10 })).toEqual({ one: 'choice', whole: 'range' });
  });
});
