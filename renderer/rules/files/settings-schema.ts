import { z } from 'zod';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';
import type { JsonPath } from './json-tree.ts';

/** The parts of a JSON Schema that completion uses. */
const partSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
export type SchemaPart = z.output<typeof partSchema>;

let whole: SchemaPart | undefined;

/** The schemas of the value at a path, all alternatives; empty if there is none. */
function schemaAt(path: JsonPath): SchemaPart[] {
  whole ??= partOf(z.toJSONSchema(settingsFileSchema, { io: 'input', unrepresentable: 'any' }));
  let parts = whole ? alternatives(whole) : [];
  for (const step of path) parts = parts.flatMap((part) => inside(part, step));
  return parts;
}

/** The keys that an object at a path may have, with their schemas. */
export function keysAt(path: JsonPath): { readonly key: string; readonly parts: readonly SchemaPart[] }[] {
  return schemaAt(path).flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([key, value]) => ({ key, parts: alternatives(partOf(value)) })),
  );
}

/** The allowed values at a path, as JSON. */
export function choicesAt(path: JsonPath): string[] {
  return schemaAt(path).flatMap((part) => {
    if (part.type === 'boolean') return ['true', 'false'];
    const values = part.enum ?? (part.const === undefined ? [] : [part.const]);
    return values.map((value) => JSON.stringify(value));
  });
}

function inside(part: SchemaPart, step: string | number): SchemaPart[] {
  if (typeof step === 'number') return alternatives(partOf(part.items));
  const own = part.properties?.[step];
  return alternatives(partOf(own ?? part.additionalProperties));
}

function alternatives(part: SchemaPart | undefined): SchemaPart[] {
  if (!part) return [];
  const others = [...(part.anyOf ?? []), ...(part.oneOf ?? [])];
  return others.length === 0 ? [part] : others.flatMap((one) => alternatives(partOf(one)));
}

function partOf(value: unknown): SchemaPart | undefined {
  const result = partSchema.safeParse(value);
  return result.success ? result.data : undefined;
}
