import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { callSchemas, markSchemas } from '../../../vite.lazy-schemas.ts';

/** Runs a module of schemas, after both steps, with a `z` that reports what is built. */
function built(module: string): { log: string[]; exports: Record<string, unknown> } {
  const source = `import { z } from 'zod';\n${module.replace(/^ +/gm, '')}`;
  const marked = markSchemas(source)?.code ?? source;
  // What the bundler does with imports and exports.
  const names = [...marked.matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const getters = names.map((name) => `Object.defineProperty(exports, '${name}', { get: function () { return ${name}; } });`);
  const chunk = `${marked.replace(/^import.*$/m, '').replaceAll('export const', 'const')}\n${getters.join('\n')}`;
  const log: string[] = [];
  const schema = (name: string): Record<string, unknown> => ({ name, optional: () => schema(`${name}?`), strict: () => schema(name) });
  const z = new Proxy({}, { get: (_, kind: string) => () => (log.push(kind), schema(kind)) });
  const exports = {};
  runInNewContext(callSchemas(chunk)?.code ?? chunk, { z, exports, log });
  return { log, exports };
}

describe('lazy schemas', () => {
  it('builds no schema when its module is loaded, and each once when it is used', () => {
    const { log, exports } = built(`
      const itemSchema = z.string();
      export const listSchema = z.array(itemSchema).optional();`);
    expect(log).toEqual([]);
    const first = exports['listSchema'];
    expect(log.toSorted()).toEqual(['array', 'string']);
    expect(exports['listSchema']).toBe(first);
    expect(log).toHaveLength(2);
  });

  it('reads schemas in objects, lists, shorthand properties and functions', () => {
    const { log, exports } = built(`
      const name = z.string();
      const fields = { name, size: z.number().optional(), ['kind']: z.enum(['a']) };
      export const bodies = { ...fields, more: [name] };
      export const read = (field) => ({ name, field: fields[field] });
      export const names = () => fields.name.name;`);
    expect(log).toEqual([]);
    expect(exports['bodies']).toMatchObject({
      name: { name: 'string' },
      size: { name: 'number?' },
      kind: { name: 'enum' },
      more: [{ name: 'string' }],
    });
    expect((exports['read'] as (field: string) => unknown)('size')).toMatchObject({ name: { name: 'string' }, field: { name: 'number?' } });
    expect((exports['names'] as () => unknown)()).toBe('string');
  });

  it('leaves what has an effect, or is no schema, as it is', () => {
    const { log } = built(`
      const parsed = String(z.string().name);
      const table = { row: log.push('called'), schema: z.number() };
      export const LIMIT = 3;`);
    expect(log.toSorted()).toEqual(['called', 'number', 'string']);
  });

  it('builds a schema at once whose name a function uses for something else', () => {
    const { log, exports } = built(`
      export const sizeSchema = z.number();
      export const other = (sizeSchema) => sizeSchema;`);
    expect(log).toEqual(['number']);
    expect((exports['other'] as (value: number) => number)(7)).toBe(7);
    expect(exports['sizeSchema']).toMatchObject({ name: 'number' });
  });

  it('changes no module without schemas', () => {
    expect(markSchemas('export const a = 1;')).toBeUndefined();
    expect(markSchemas("import { other } from 'other';\nexport const a = other('zod');")).toBeUndefined();
    expect(callSchemas('const a = 1;')).toBeUndefined();
  });

  it('fails rather than leave a mark that nothing removes', () => {
    expect(() => callSchemas('function f() { const a = __lazySchema(() => (1)); }')).toThrow('not at the top level');
  });
});
