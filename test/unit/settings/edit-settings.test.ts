import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRulesToText, editRulesInText } from '#main/settings/edit/edit-settings.ts';

const rule = fc.oneof(fc.constantFrom('Bash', 'Bash(npm test)', 'Edit(/src/**)', '"quoted"', 'a\\b', '\n'), fc.string({ minLength: 1 }));
const behavior = fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const);
const permissions = fc.record({ allow: fc.uniqueArray(rule), deny: fc.uniqueArray(rule), other: fc.jsonValue() }, { requiredKeys: [] });
/** Files as people and programs write them, without keys that JSON can't distinguish from built-ins. */
const file = fc
  .tuple(
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue(),
      { maxKeys: 4 },
    ),
    fc.option(permissions, { nil: undefined }),
  )
  .map(([rest, lists]) => ({ ...rest, ...(lists && { permissions: lists }) }))
  .filter((value) => !('permissions' in value) || typeof value.permissions === 'object');
const indent = fc.constantFrom(undefined, 2, 4, '\t');

test('adding appends only the rules, and removing them restores the old content', () => {
  fc.assert(
    fc.property(file, indent, behavior, fc.uniqueArray(rule, { minLength: 1, maxLength: 4 }), (value, space, list, rules) => {
      if (value.permissions !== undefined && (value.permissions === null || Array.isArray(value.permissions))) return;
      const before = JSON.stringify(value, null, space);
      const old: unknown = Reflect.get(value.permissions ?? {}, list) ?? [];
      if (!Array.isArray(old)) return;
      const after = addRulesToText(before, list, rules);
      const added = rules.filter((text) => !old.includes(text));
      if (added.length === 0) {
        expect(after).toBe(before);
        return;
      }
      const permissionsAfter = { ...value.permissions, [list]: [...(old as unknown[]), ...added] };
      expect(JSON.parse(after)).toEqual({ ...(JSON.parse(before) as object), permissions: JSON.parse(JSON.stringify(permissionsAfter)) });
      const undone = editRulesInText(
        after,
        added.map((text) => ({ type: 'remove', destination: 'local', behavior: list, text, disabled: false })),
      ).text;
      expect(JSON.parse(undone)).toEqual({
        ...(JSON.parse(before) as object),
        permissions: JSON.parse(JSON.stringify({ ...value.permissions, [list]: old })),
      });
    }),
    { numRuns: 300 },
  );
});

test.each([undefined, 2, '\t'])('removing any rule from a file indented by %j changes nothing else', (space) => {
  const rules = ['Bash(a)', 'Bash(b)', 'Bash(c)'];
  for (const allow of [rules.slice(0, 1), rules.slice(0, 2), rules]) {
    const text = JSON.stringify({ permissions: { allow, deny: ['Read(.env)'] }, model: 'x' }, null, space);
    for (const one of allow) {
      const edited = editRulesInText(text, [{ type: 'remove', destination: 'local', behavior: 'allow', disabled: false, text: one }]).text;
      const left = { permissions: { allow: allow.filter((other) => other !== one), deny: ['Read(.env)'] }, model: 'x' };
      expect(edited).toBe(JSON.stringify(left, null, space));
    }
  }
});
