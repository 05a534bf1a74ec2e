import { describe, expect, it } from 'vitest';
import { checkKnownInput } from '#main/tool/input/known-tools.ts';

describe('inputs of known tools', () => {
  it.each([
    ['TaskOutput', { task_id: 'a' }],
    ['TaskOutput', { task_id: 'a', block: false, timeout: '500' }],
    ['ToolSearch', { query: 'select:Read' }],
  ])('accepts %s %j: fields with a default are optional', (name, input) => {
    expect(checkKnownInput(name, input).ok).toBe(true);
  });

  it.each([
    ['TaskOutput', {}, '`task_id`'],
    ['TaskOutput', { task_id: 'a', timeout: -1 }, '`timeout`'],
    ['ToolSearch', { max_results: 3 }, '`query`'],
    ['ToolSearch', { query: 'x', limit: 3 }, '`limit`'],
  ])('rejects %s %j and names %s', (name, input, field) => {
    expect(checkKnownInput(name, input)).toMatchObject({ ok: false, message: expect.stringContaining(field) });
  });
});
